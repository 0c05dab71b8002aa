fn main() { let c = inkwell::context::Context::create(); let _m = c.create_module("x"); let _z = z3::ast::Int::from_i64(1); println!("ok"); }
