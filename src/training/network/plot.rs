//! The curves of a training as a picture.

use std::fmt::Write as _;

use super::options::Epoch;

/// The picture's size in pixels, and the margin around the curves.
const SIZE: (f64, f64) = (720.0, 420.0);
const MARGIN: f64 = 60.0;
/// A curve: name, colour and value.
type Curve = (&'static str, &'static str, fn(&Epoch) -> f64);
/// The curves.
const CURVES: [Curve; 2] = [
    ("positions learned from", "#1f77b4", |epoch| epoch.training[0]),
    ("held-out positions", "#d62728", |epoch| epoch.held_back[0]),
];

/// The mean squared errors by epoch as an SVG picture.
pub fn loss_plot(title: &str, epochs: &[Epoch]) -> String {
    let values = || epochs.iter().flat_map(|epoch| CURVES.map(|(_, _, value)| value(epoch)));
    let (low, high) = values().fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let span = (high - low).max(1e-9);
    let x = |number: usize| MARGIN + (SIZE.0 - 2.0 * MARGIN) * number as f64 / (epochs.len().max(2) - 1) as f64;
    let y = |value: f64| MARGIN + (SIZE.1 - 2.0 * MARGIN) * (high - value) / span;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<text x=\"{MARGIN}\" y=\"30\" font-size=\"16\">{title}</text>\n",
        SIZE.0, SIZE.1
    );
    // Writing to a string cannot fail.
    for step in 0..=4 {
        let value = low + span * f64::from(step) / 4.0;
        let (line, right) = (y(value), SIZE.0 - MARGIN);
        let _ = writeln!(svg, "<path d=\"M{MARGIN} {line:.1}H{right}\" stroke=\"#ddd\"/>");
        let _ = writeln!(svg, "<text x=\"5\" y=\"{:.1}\">{value:.5}</text>", line + 4.0);
    }
    for (number, (name, color, value)) in CURVES.iter().enumerate() {
        let points: Vec<String> = epochs
            .iter()
            .enumerate()
            .map(|(number, epoch)| format!("{:.1},{:.1}", x(number), y(value(epoch))))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
        let left = MARGIN + 250.0 * number as f64;
        let _ = writeln!(svg, "<text x=\"{left}\" y=\"{}\" fill=\"{color}\">{name}</text>", SIZE.1 - 15.0);
    }
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{} epochs</text>", SIZE.0 - 150.0, SIZE.1 - 15.0, epochs.len());
    svg + "</svg>\n"
}
