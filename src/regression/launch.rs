//! The launch of a kernel in a test: an OpenCL host, on the first device that there is.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::arguments::cannot;
use super::mismatch::Mismatch;
use super::rows;
use crate::contract::{Length, Param, Role, Scalar};
use crate::problem::Problem;
use crate::report::relative;

/// How a version that is a kernel is launched.
#[derive(Clone, Debug)]
pub struct KernelCall {
    /// The kernel.
    pub kernel: String,
    /// The sources in OpenCL C.
    pub files: Vec<PathBuf>,
    /// What is passed for its parameters.
    pub arguments: Vec<Passing>,
    /// The number of dimensions.
    pub dimensions: usize,
    /// The number of work-items in each.
    pub global: [u64; 3],
    /// The number of those of a group, unless the device chooses it.
    pub local: Option<[u64; 3]>,
    /// The first global ids.
    pub offset: [u64; 3],
    /// The compiler flags of the check.
    pub flags: Vec<String>,
    /// Whether the device contracts `a * b + c`.
    pub contracts: bool,
}

/// What is passed for a parameter of a kernel.
#[derive(Clone, Debug)]
pub enum Passing {
    /// The value of a parameter of the contract, of so many bytes.
    Value(String, u64),
    /// A memory object with the buffer of a parameter of the contract.
    Buffer(String),
    /// Local memory of so many elements.
    Local(Scalar, Length),
}

/// The launch of a kernel by a host.
const PRELUDE_LAUNCH: &str = r#"
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stdlib.h>

/* An argument of a kernel: a value, a buffer, or as much local memory. */
enum simdiff_kind { SIMDIFF_VALUE, SIMDIFF_BUFFER, SIMDIFF_LOCAL };
struct simdiff_argument {
    enum simdiff_kind kind;
    void *bytes;
    size_t size;
};

/* Ends the program if a call of OpenCL failed. */
static void simdiff_require(cl_int code, const char *what)
{
    if (code == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: OpenCL error %d\n", what, (int)code);
    exit(2);
}

/* Runs a kernel on the first device, and reads its buffers back. */
static void simdiff_enqueue(const char *source, const char *const options[2], const char *name,
                           const struct simdiff_argument *arguments, cl_uint count,
                           cl_uint dimensions, const size_t *offset, const size_t *global,
                           const size_t *local)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    simdiff_require(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    simdiff_require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    simdiff_require(code, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    simdiff_require(code, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    simdiff_require(code, "clCreateProgramWithSource");
    /* Not every device has the newer language, and it is the default of none. */
    code = clBuildProgram(program, 1, &device, options[0], NULL, NULL);
    if (code != CL_SUCCESS)
        code = clBuildProgram(program, 1, &device, options[1], NULL, NULL);
    if (code != CL_SUCCESS) {
        static char text[1 << 16];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof text - 1, text, NULL);
        fprintf(stderr, "%s\n", text);
    }
    simdiff_require(code, "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, name, &code);
    simdiff_require(code, "clCreateKernel");
    cl_mem *memory = (cl_mem *)calloc(count + 1, sizeof *memory);
    if (!memory)
        exit(2);
    for (cl_uint i = 0; i < count; ++i) {
        const struct simdiff_argument *own = &arguments[i];
        const void *value = own->kind == SIMDIFF_LOCAL ? NULL : own->bytes;
        size_t size = own->size;
        if (own->kind == SIMDIFF_BUFFER) {
            /* Pointers to one buffer are one memory object. */
            for (cl_uint j = 0; j < i; ++j)
                if (memory[j] && arguments[j].bytes == own->bytes)
                    memory[i] = memory[j];
            if (!memory[i])
                memory[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                           own->size, own->bytes, &code);
            simdiff_require(code, "clCreateBuffer");
            value = &memory[i];
            size = sizeof memory[i];
        }
        simdiff_require(clSetKernelArg(kernel, i, size, value), "clSetKernelArg");
    }
    size_t items = 1;
    for (cl_uint i = 0; i < dimensions; ++i)
        items *= global[i];
    if (items > 0)
        simdiff_require(clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, 0,
                                               NULL, NULL),
                        "clEnqueueNDRangeKernel");
    for (cl_uint i = 0; i < count; ++i) {
        if (!memory[i])
            continue;
        simdiff_require(clEnqueueReadBuffer(queue, memory[i], CL_TRUE, 0, arguments[i].size,
                                            arguments[i].bytes, 0, NULL, NULL),
                        "clEnqueueReadBuffer");
        for (cl_uint j = i + 1; j < count; ++j)
            if (memory[j] == memory[i])
                memory[j] = NULL;
        clReleaseMemObject(memory[i]);
    }
    free(memory);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}
"#;

impl Mismatch<'_> {
    /// Writes what launches need.
    pub(super) fn launcher(&self, text: &mut String) {
        if self.kernels.iter().any(Option::is_some) {
            text.push_str(PRELUDE_LAUNCH);
        }
    }

    /// Writes the launch of a version that is a kernel, for a test at `at`. `memory` names
    /// the memory of a parameter.
    pub(super) fn launch(
        &self,
        call: &KernelCall,
        (side, at): (usize, &Path),
        memory: &dyn Fn(&str) -> (String, String),
        text: &mut String,
    ) -> Result<(), Problem> {
        let mut values = String::new();
        let mut list = String::new();
        for (number, passing) in call.arguments.iter().enumerate() {
            let line = match passing {
                Passing::Local(scalar, length) => {
                    let count = length.evaluate(self.sizes);
                    let count = count.ok_or_else(|| cannot("local memory", "how long it is"))?;
                    let size = count * u64::from(scalar.bits()).div_ceil(8);
                    format!("SIMDIFF_LOCAL, NULL, {size}")
                }
                Passing::Buffer(name) => {
                    let param = self.param(name)?;
                    let Role::Buffer { origin, .. } = &param.role else {
                        return Err(cannot(name, "it has no buffer"));
                    };
                    if origin.evaluate(self.sizes) != Some(0) {
                        return Err(cannot(name, "a kernel is passed the start of a buffer"));
                    }
                    let owner = param.alias.as_ref().unwrap_or(name);
                    let (bytes, size) = memory(&self.identifier(owner));
                    format!("SIMDIFF_BUFFER, {bytes}, {size}")
                }
                Passing::Value(name, size) => {
                    let bytes = self.value_bytes(self.param(name)?, *size as usize)?;
                    let _ = write!(
                        values,
                        "    static unsigned char value{side}_{number}[] = {{\n{}    }};\n",
                        rows(&bytes, "        ")
                    );
                    format!("SIMDIFF_VALUE, value{side}_{number}, {size}")
                }
            };
            let _ = writeln!(list, "        {{ {line} }},");
        }
        // C has no arrays of no elements.
        let count = call.arguments.len();
        if list.is_empty() {
            list.push_str("        { SIMDIFF_LOCAL, NULL, 0 },\n");
        }
        let sizes = |sizes: &[u64; 3]| {
            let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
            sizes.join(", ")
        };
        let local = match call.local {
            Some(local) => format!(
                "    const size_t local{side}[] = {{ {} }};\n",
                sizes(&local)
            ),
            None => format!("    const size_t *const local{side} = NULL;\n"),
        };
        let mut source = String::new();
        if !call.contracts {
            source.push_str("        \"#pragma OPENCL FP_CONTRACT OFF\\n\"\n");
        }
        for file in &call.files {
            let included = format!("#include \"{}\"\n", relative(file, at).display());
            let _ = writeln!(source, "        {}", quoted(&included));
        }
        let _ = write!(
            text,
            "{values}    const struct simdiff_argument arguments{side}[] = {{\n{list}    }};\n    \
             const size_t offset{side}[] = {{ {} }}, global{side}[] = {{ {} }};\n{local}    \
             const char *const source{side} =\n{source}        ;\n    \
             const char *const options{side}[] = {{ {} }};\n    \
             simdiff_enqueue(source{side}, options{side}, \"{}\", arguments{side}, {count}, {}, \
             offset{side},\n                   global{side}, local{side});\n",
            sizes(&call.offset),
            sizes(&call.global),
            options(&call.flags, at).map(|o| quoted(&o)).join(", "),
            call.kernel,
            call.dimensions
        );
        Ok(())
    }

    /// A parameter of the contract.
    fn param(&self, name: &str) -> Result<&Param, Problem> {
        let mut params = self.contract.params.iter();
        let param = params.find(|param| param.name == name);
        param.ok_or_else(|| cannot(name, "it has no contract"))
    }

    /// The bytes of a value.
    fn value_bytes(&self, param: &Param, size: usize) -> Result<Vec<u8>, Problem> {
        let mut bytes = vec![0u8; size];
        let mut put = |at: usize, scalar: Scalar, bits: u128| {
            let width = usize::from(scalar.bits()).div_ceil(8);
            let room = bytes.get_mut(at..at + width)?;
            room.copy_from_slice(&bits.to_le_bytes()[..width]);
            Some(())
        };
        let done = match &param.role {
            Role::Scalar { scalar, .. } => put(0, *scalar, self.bits(&param.name)),
            Role::Const { scalar, bits } => put(0, *scalar, *bits),
            Role::Size { scalar, value, .. } => {
                let value = value.value(self.sizes).unwrap_or(0);
                put(0, *scalar, scalar.bits_of(value))
            }
            Role::Value { element, .. } => element.leaves.iter().try_fold((), |(), leaf| {
                let bits = self.bits(&format!("{}{}", param.name, leaf.path));
                put(leaf.offset as usize, leaf.scalar, bits)
            }),
            _ => None,
        };
        done.map(|()| bytes)
            .ok_or_else(|| cannot(&param.name, "it is no value"))
    }
}

/// The options of `clBuildProgram` for compiler flags: macros, directories, and those of
/// OpenCL; without a version of the language, and with one. Paths are relative to the directory
/// of the test.
fn options(flags: &[String], at: &Path) -> [String; 2] {
    let mut all = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        let start = ["-D", "-U", "-I"].into_iter().find(|s| flag.starts_with(s));
        let Some(start) = start else {
            if flag.starts_with("-cl-") {
                all.push(flag.clone());
            }
            continue;
        };
        let value = match &flag[2..] {
            "" => rest.next().cloned().unwrap_or_default(),
            value => value.to_owned(),
        };
        let value = match start {
            "-I" => relative(Path::new(&value), at).display().to_string(),
            _ => value,
        };
        all.push(format!("{start}{value}"));
    }
    all.push("-I.".to_owned());
    let given = all.join(" ");
    match all.iter().any(|option| option.starts_with("-cl-std")) {
        true => [given.clone(), given],
        false => [given.clone(), format!("{given} -cl-std=CL3.0")],
    }
}

/// A C string literal.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\n"))
}
