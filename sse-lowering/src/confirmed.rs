//! Reads from the reports of `docs/hardware` which extensions a processor has confirmed.

/// The hardware reports, one for each kind of processor. A processor can confirm lowerings for
/// extensions that others lack.
pub const REPORTS: &[&str] = &[
    include_str!("../../docs/hardware/x86-64-v3-aes-pclmul-sha.md"),
    include_str!(
        "../../docs/hardware/x86-64-v4-aes-pclmul-sha-adx-avx512vnni-avx512vbmi-avx512vbmi2-avx512ifma-avx512bitalg-avx512fp16-avx512bf16-gfni-vaes-vpclmulqdq.md"
    ),
    include_str!(
        "../../docs/hardware/x86-64-v4-sse4a-aes-pclmul-sha-adx-avx512vnni-avx512vbmi-avx512vbmi2-avx512ifma-avx512bitalg-gfni-vaes-vpclmulqdq.md"
    ),
];

/// The confirmed extensions of a report, each with the number of its intrinsics: those
/// whose lowerings all agreed with the instructions of the report's processor.
pub fn confirmed(report: &str) -> impl Iterator<Item = (&str, usize)> {
    report.lines().filter_map(|line| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (name, count, ran) = (cells.next()?, cells.next()?, cells.next()?);
        let count = count.parse().ok()?;
        // Only the first table has this number of columns; `agree` may be qualified.
        let agrees = cells.count() == 2 && ran == "agree";
        agrees.then_some((name, count))
    })
}

/// The extension of a lowered intrinsic, given by LLVM name, if no processor has confirmed
/// the extension's lowerings.
pub fn unconfirmed(intrinsic: &str) -> Option<&'static str> {
    let isa = crate::isa::ISAS[crate::isa::defined_in(intrinsic)?].name;
    let confirmed = REPORTS
        .iter()
        .flat_map(|report| confirmed(report))
        .any(|(name, _)| name == isa);
    (!confirmed).then_some(isa)
}
