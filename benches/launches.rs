//! Time of `simdiff kernel` against the number of work-items, beside Oclgrind with its
//! data-race plugin where that is installed, on the same kernels in the same run.
//!
//! Oclgrind executes one input, simdiff all of them. Prints user time, which load disturbs
//! least, of one run each, whole: with clang. Run with `cargo bench --bench launches`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use wait4::Wait4;

/// Work-items, as powers of two.
const POWERS: std::ops::RangeInclusive<u32> = 8..=20;

/// Items of a group.
const LOCAL: u64 = 64;

/// A size from which on a tool is not asked any more.
const ENOUGH: Duration = Duration::from_secs(120);

const SOURCE: &str = "\
__kernel void saxpy(__global const float *x, __global float *y, float a) {
    size_t i = get_global_id(0);
    y[i] = a * x[i] + y[i];
}

__kernel void smooth(__global const float *x, __global float *y) {
    __local float near[66];
    size_t g = get_global_id(0), i = get_local_id(0);
    near[i] = x[g];
    if (i < 2)
        near[i + 64] = x[g + 64];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[g] = near[i] + near[i + 1] + near[i + 2];
}

__kernel void sum(__global const float *x, __global float *y) {
    __local float part[64];
    size_t i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    for (size_t step = 32; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < step)
            part[i] += part[i + step];
    }
    if (i == 0)
        y[get_group_id(0)] = part[0];
}
";

/// Kernels, and whether they take a factor.
const KERNELS: [(&str, bool); 3] = [("saxpy", true), ("smooth", false), ("sum", false)];

fn main() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    fs::write(directory.path().join("kernels.cl"), SOURCE).expect("a writable file");
    println!(
        "{:<8} {:>9} {:>12} {:>8} {:>12} verdict",
        "kernel", "items", "simdiff", "MiB", "oclgrind"
    );
    for (kernel, factor) in KERNELS {
        let (mut slow, mut others) = (false, true);
        for items in POWERS.map(|power| 1_u64 << power) {
            if slow {
                break;
            }
            let (time, memory, verdict) = simdiff(directory.path(), kernel, items);
            let other = others.then(|| oclgrind(directory.path(), kernel, items, factor));
            let other = other.flatten();
            (slow, others) = (time > ENOUGH, other.is_some_and(|time| time < ENOUGH));
            let other = other.map_or("-".to_owned(), shown);
            let time = shown(time);
            println!("{kernel:<8} {items:>9} {time:>12} {memory:>8} {other:>12} {verdict}");
        }
    }
}

fn shown(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// User time, peak memory in MiB, and the verdict.
fn simdiff(directory: &Path, kernel: &str, items: u64) -> (Duration, u64, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(directory)
        .args(["kernel", "kernels.cl", "--kernel", kernel])
        .args(["--global", &items.to_string()])
        .args(["--local", &LOCAL.to_string()])
        .args(["--format", "json", "--max-memory", "2G"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let json: serde_json::Value =
        serde_json::from_reader(child.stdout.take().expect("piped")).expect("JSON");
    let used = child.wait4().expect("it ends");
    let verdict = json["verdict"].as_str().expect("a verdict").to_owned();
    (used.rusage.utime, used.rusage.maxrss >> 20, verdict)
}

/// User time of Oclgrind on one input; `None` where it is not installed.
fn oclgrind(directory: &Path, kernel: &str, items: u64, factor: bool) -> Option<Duration> {
    let input = format!("<size={} float fill=1>\n", 4 * (items + LOCAL));
    let factor = if factor { "<size=4 float>\n2\n" } else { "" };
    let text = format!("kernels.cl\n{kernel}\n{items} 1 1\n{LOCAL} 1 1\n{input}{input}{factor}");
    fs::write(directory.join("launch.sim"), text).expect("a writable file");
    let child = Command::new("oclgrind-kernel")
        .current_dir(directory)
        .args(["--data-races", "--num-threads", "1", "launch.sim"])
        .stdout(Stdio::null())
        .spawn()
        .ok()?;
    let used = child.wait4().ok()?;
    used.status.success().then_some(used.rusage.utime)
}
