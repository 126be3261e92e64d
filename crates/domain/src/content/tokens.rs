//! The colours of the web app, by the names of the style sheet.

use crate::content::colour::Colour;

/// Declares the tokens: field, name in the style sheet, and default.
macro_rules! tokens {
    ($($field:ident $name:literal $colour:literal)*) => {
        /// The colours of the web app. The defaults are those of `frontend/src/styles/tokens.css`; a test compares the two.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tokens {
            $(pub $field: Colour,)*
        }

        impl Tokens {
            pub const DEFAULT: Self = Self { $($field: Colour::of_number($colour),)* };

            /// Every token with its name in the style sheet, without `--color-`.
            #[must_use]
            pub fn named(&self) -> Vec<(&'static str, Colour)> {
                vec![$(($name, self.$field)),*]
            }
        }
    };
}

tokens! {
    white "white" 0xff_ffff
    paper "paper" 0xff_fbf7
    shell "shell" 0xf7_eee6
    sand "sand" 0xea_dbcd
    line "line" 0xdc_c9b8
    ink "ink" 0x2b_1b1f
    cocoa "cocoa" 0x6b_5349
    lotus "lotus" 0x9b_2f4f
    lotus_deep "lotus-deep" 0x7c_213c
    blush "blush" 0xf6_dfe3
    lagoon "lagoon" 0x1f_5e5b
    mist "mist" 0xdc_ebe6
    cinnamon "cinnamon" 0x9a_4a1f
    control "control" 0x8a_7264
    star "star" 0xa5_762a
    error "error" 0xb3_261e
    error_wash "error-wash" 0xfb_e9e7
    success "success" 0x2f_6b3c
    success_wash "success-wash" 0xe2_efe2
    warning "warning" 0x8a_5a00
    warning_wash "warning-wash" 0xf9_ecd2
    info "info" 0x35_478a
    info_wash "info-wash" 0xe4_e8f5
    chart_1 "chart-1" 0x9b_2f4f
    chart_2 "chart-2" 0x1f_5e5b
    chart_3 "chart-3" 0x9a_4a1f
    chart_4 "chart-4" 0x4a_5a9e
    chart_5 "chart-5" 0x8f_6a1f
    chart_6 "chart-6" 0x6b_3a6e
}
