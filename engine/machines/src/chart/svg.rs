//! Renders a drawing as a stand-alone SVG, legible on light and dark backgrounds.

use std::fmt::Write as _;

use super::{Chart, Drawing};

const STYLE: &str = "text{font:12px ui-monospace,monospace;fill:#1f2937}.label{font-size:10px;fill:#4b5563}\
rect{fill:#f3f4f6;stroke:#6b7280}.initial rect{stroke:#0b63ce;stroke-width:2}path{fill:none;stroke:#6b7280}\
@media(prefers-color-scheme:dark){text{fill:#e5e7eb}.label{fill:#9ca3af}rect{fill:#1f2937;stroke:#9ca3af}\
path{stroke:#9ca3af}}";

impl Drawing {
    /// Renders the drawing of a chart.
    pub fn svg(&self, chart: &Chart) -> String {
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\">\n\
             <title>The {} machine</title>\n<style>{STYLE}</style>\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" \
             markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8\"/></marker></defs>\n",
            self.width, self.height, chart.machine
        );
        for edge in &self.edges {
            let _ = writeln!(
                text,
                "<path d=\"{}\" marker-end=\"url(#tip)\"><title>{} to {}: {}</title></path>",
                edge.path,
                edge.from,
                edge.to,
                edge.events.join(", ")
            );
        }
        for node in &self.nodes {
            let class = if node.name == chart.initial { " class=\"initial\"" } else { "" };
            let _ = writeln!(
                text,
                "<g{class}><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text></g>",
                node.x,
                node.y,
                node.width,
                node.height,
                node.x + node.width / 2,
                node.y + node.height / 2 + 4,
                node.name
            );
        }
        text.push_str("</svg>\n");
        text
    }
}
