//! Which extensions a processor has confirmed: what the reports of `docs/hardware`
//! say, one a kind of processor.

/// A report for each kind of processor; what one lacks another may have.
pub const REPORTS: &[&str] = &[
    include_str!("../../docs/hardware/x86-64-v3-aes-pclmul-sha.md"),
    include_str!(
        "../../docs/hardware/x86-64-v4-aes-pclmul-sha-adx-avx512vnni-avx512vbmi-avx512vbmi2-avx512ifma-avx512bitalg-gfni-vaes-vpclmulqdq.md"
    ),
];

/// The extensions all of whose lowerings agreed with the instructions of some
/// processor, each with the number of its intrinsics, as the rows of a report say.
pub fn confirmed(report: &str) -> impl Iterator<Item = (&str, usize)> {
    report.lines().filter_map(|line| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (name, count, ran) = (cells.next()?, cells.next()?, cells.next()?);
        let count = count.parse().ok()?;
        // Only the first table has as few columns; `agree` may be qualified.
        let agrees = cells.count() == 2 && ran == "agree";
        agrees.then_some((name, count))
    })
}

/// The extension of a lowered intrinsic, by LLVM name, if no processor has confirmed
/// its lowering.
pub fn unconfirmed(intrinsic: &str) -> Option<&'static str> {
    let isa = crate::isa::ISAS[crate::isa::defined_in(intrinsic)?].name;
    let confirmed = REPORTS
        .iter()
        .flat_map(|report| confirmed(report))
        .any(|(name, _)| name == isa);
    (!confirmed).then_some(isa)
}
