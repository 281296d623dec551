//! Reads suites.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::list::vector;
use crate::options::source::text_file;

/// A suite, and how many of its tests are not about strings.
pub struct TestSuite {
    pub tests: Vec<SuiteTest>,
    pub others: usize,
}

/// A string of a suite: an object that `vectors` writes.
#[derive(Deserialize)]
pub struct SuiteTest {
    pub input: String,
    pub valid: bool,
    /// The components that the suite specifies, each under its name: its text, or `null` if it is
    /// absent.
    #[serde(flatten)]
    pub components: Map<String, Value>,
}

/// A group of tests, or a single one.
#[derive(Deserialize)]
#[serde(untagged)]
enum SuiteItem {
    /// A group of JSON-Schema-Test-Suite.
    Group {
        tests: Vec<SchemaTest>,
    },
    Test(SuiteTest),
}

/// A test of JSON-Schema-Test-Suite.
#[derive(Deserialize)]
struct SchemaTest {
    data: Value,
    valid: bool,
}

impl TestSuite {
    /// Reads the suite in a file.
    pub fn read(name: &str) -> Result<Self, Failure> {
        let text = text_file(name)?;
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        let mut suite = Self { tests: Vec::new(), others: 0 };
        if text.trim_start().starts_with('[') {
            let items: Vec<SuiteItem> = serde_json::from_str(text)
                .map_err(|error| Failure::Usage(format!("{name}: it is not a JSON array of tests: {error}")))?;
            items.into_iter().for_each(|item| suite.add(item));
            return Ok(suite);
        }
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let test = parse_line(line).ok_or_else(|| {
                let expected = "expected a JSON object with `input` and `valid`, a string with a tab and `valid` or \
                    `invalid` after it, or `+ ` or `- ` in front of it";
                Failure::Usage(format!("{name}:{}: {expected}", at + 1))
            })?;
            suite.tests.push(test);
        }
        Ok(suite)
    }

    fn add(&mut self, item: SuiteItem) {
        match item {
            SuiteItem::Test(test) => self.tests.push(test),
            SuiteItem::Group { tests } => {
                for test in tests {
                    match test.data {
                        Value::String(input) => {
                            self.tests.push(SuiteTest { input, valid: test.valid, components: Map::new() });
                        }
                        // Formats ignore values that are not strings.
                        _ => self.others += 1,
                    }
                }
            }
        }
    }
}

/// Reads a line.
fn parse_line(line: &str) -> Option<SuiteTest> {
    if line.starts_with('{')
        && let Ok(test) = serde_json::from_str(line)
    {
        return Some(test);
    }
    let (input, valid) = match (line.rsplit_once('\t'), line.split_at_checked(2)) {
        (Some((input, "valid" | "true")), _) => (input, true),
        (Some((input, "invalid" | "false")), _) => (input, false),
        (None, Some(("+ ", input))) => (input, true),
        (None, Some(("- ", input))) => (input, false),
        _ => return None,
    };
    Some(SuiteTest { input: vector::parse_line(input).into_owned(), valid, components: Map::new() })
}
