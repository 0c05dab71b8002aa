//! How different float results are: errors found, and errors proved absent.

mod fuzz;
mod largest;
mod outputs;
mod proved;
mod support;
