//! How different float results are.

mod largest;
mod support;
