//! Colours that tell curves apart for colour-blind readers too, on a light and
//! on a dark ground.

use plotters::style::RGBColor;

/// A colour of a drawing: plotters knows the light one, and the class through
/// which a style sheet makes it the dark one.
pub(super) struct Colour {
    class: &'static str,
    light: (u8, u8, u8),
    dark: (u8, u8, u8),
}

impl Colour {
    pub(super) const fn light(&self) -> RGBColor {
        RGBColor(self.light.0, self.light.1, self.light.2)
    }
}

const fn colour(class: &'static str, light: (u8, u8, u8), dark: (u8, u8, u8)) -> Colour {
    Colour { class, light, dark }
}

pub(super) const GROUND: Colour = colour("ground", (255, 255, 255), (23, 25, 28));
pub(super) const TEXT: Colour = colour("ink", (27, 27, 31), (232, 232, 230));
pub(super) const AXIS: Colour = colour("axis", (110, 112, 118), (160, 162, 168));
pub(super) const GRID: Colour = colour("grid", (222, 223, 226), (58, 61, 66));

/// The curves' colours, after M. Okabe and K. Ito, 'Color universal design' (2008),
/// with the pale ones darkened for a light ground and all lightened for a dark one.
pub(super) const CURVES: [Colour; 6] = [
    colour("c1", (0, 114, 178), (86, 180, 233)),
    colour("c2", (213, 94, 0), (255, 146, 77)),
    colour("c3", (0, 138, 101), (47, 201, 154)),
    colour("c4", (181, 87, 141), (229, 155, 198)),
    colour("c5", (156, 107, 0), (230, 180, 34)),
    colour("c6", (92, 95, 102), (190, 193, 200)),
];

fn all() -> impl Iterator<Item = Colour> {
    [GROUND, TEXT, AXIS, GRID].into_iter().chain(CURVES)
}

fn hex((red, green, blue): (u8, u8, u8)) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// A drawing by plotters with a class beside each colour. The colours stay, for
/// viewers that know no style sheets.
pub(super) fn with_classes(svg: &str) -> String {
    let mut svg = svg.replace(" opacity=\"1\"", "");
    for colour in all() {
        for what in ["fill", "stroke"] {
            let plain = format!("{what}=\"{}\"", hex(colour.light));
            let class = format!("class=\"{what}-{}\" {plain}", colour.class);
            svg = svg.replace(&plain, &class);
        }
    }
    svg
}

/// The style sheet that gives the classes of drawings the dark colours on a dark
/// screen. Paper is light.
pub(super) fn style_sheet() -> String {
    let rules = all().map(|colour| {
        let (class, dark) = (colour.class, hex(colour.dark));
        format!(".fill-{class}{{fill:{dark}}}.stroke-{class}{{stroke:{dark}}}")
    });
    format!(
        "@media screen and (prefers-color-scheme:dark){{{}}}",
        rules.collect::<String>()
    )
}

/// The page's own colours as custom properties, light or dark.
pub(super) fn properties(dark: bool) -> String {
    let properties = all().map(|colour| {
        let shown = if dark { colour.dark } else { colour.light };
        format!("--{}:{};", colour.class, hex(shown))
    });
    properties.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ratio of contrast of the Web Content Accessibility Guidelines 2.2.
    fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
        let luminance = |(red, green, blue): (u8, u8, u8)| {
            let linear = |part: u8| {
                let part = f64::from(part) / 255.0;
                if part <= 0.04045 {
                    part / 12.92
                } else {
                    ((part + 0.055) / 1.055).powf(2.4)
                }
            };
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        };
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn graphics_have_the_contrast_that_the_guidelines_ask_for() {
        for colour in CURVES.iter().chain([&AXIS]) {
            assert!(
                contrast(colour.light, GROUND.light) >= 3.0,
                "{}",
                colour.class
            );
            assert!(
                contrast(colour.dark, GROUND.dark) >= 3.0,
                "{}",
                colour.class
            );
        }
        assert!(contrast(TEXT.light, GROUND.light) >= 7.0);
        assert!(contrast(TEXT.dark, GROUND.dark) >= 7.0);
    }

    #[test]
    fn colours_get_their_classes_and_differ() {
        let svg = with_classes("<circle opacity=\"1\" fill=\"#0072B2\" stroke=\"none\"/>");
        assert_eq!(
            svg,
            "<circle class=\"fill-c1\" fill=\"#0072B2\" stroke=\"none\"/>"
        );
        let lights: std::collections::BTreeSet<_> = all().map(|colour| colour.light).collect();
        assert_eq!(lights.len(), all().count());
    }
}
