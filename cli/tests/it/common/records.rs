//! What the program writes for programs, held to its schemas.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

/// How many records of an output are looked at.
const MOST: usize = 20_000;

/// A JSON Schema that can validate values.
pub struct Validator {
    schemas: Schemas,
    root: SchemaIndex,
}

impl Validator {
    /// Fails if the schema does not conform to the meta-schema of its draft.
    #[track_caller]
    pub fn new(schema: &Value) -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource("schema.json", schema.clone()).unwrap();
        let root = compiler.compile("schema.json", &mut schemas).unwrap_or_else(|error| panic!("{error:#}"));
        Self { schemas, root }
    }

    pub fn validate(&self, value: &Value) -> Result<(), String> {
        self.schemas.validate(value, self.root).map_err(|error| error.to_string())
    }
}

/// The schema of a command's records.
pub struct Described {
    pub schema: Value,
    pub validator: Validator,
}

/// The commands that have a schema.
pub static COMMANDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let output = super::program().arg("schema").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let commands = text.lines().skip(1).filter_map(|line| line.split_whitespace().next());
    commands.map(str::to_owned).collect()
});

/// The schema of a command.
pub fn described(command: &str) -> Arc<Described> {
    static KNOWN: LazyLock<Mutex<HashMap<String, Arc<Described>>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap();
    let make = || {
        let output = super::program().args(["schema", command]).output().unwrap();
        let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
        let validator = Validator::new(&schema);
        Arc::new(Described { schema, validator })
    };
    Arc::clone(known.entry(command.to_owned()).or_insert_with(make))
}

/// The command and the format that are asked for, if there is a schema.
fn asked<'a>(args: &[&'a str]) -> Option<(&'a str, &'a str)> {
    let command = args.iter().map(|&arg| if arg == "normalise" { "normalize" } else { arg });
    let command = command.into_iter().find(|arg| COMMANDS.iter().any(|command| command == arg))?;
    let options = ["--format=", "-f", "--summary="];
    let joined = || options.iter().find_map(|option| args.iter().find_map(|arg| arg.strip_prefix(option)));
    let next = args.windows(2).find(|pair| ["--format", "-f"].contains(&pair[0])).map(|pair| pair[1]);
    let format = next.or_else(|| joined().filter(|format| !format.is_empty()));
    Some((command, format.or((command == "vectors").then_some("jsonl"))?))
}

/// The records of an output.
pub fn of(command: &str, format: &str, stdout: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(stdout);
    match format {
        "jsonl" => text.lines().take(MOST).map(|line| serde_json::from_str(line).expect(line)).collect(),
        "json" => match (&described(command).schema["x-formats"]["json"], serde_json::from_str(&text).expect(&text)) {
            (how, Value::Array(all)) if how == "array" => all,
            (_, one) => vec![one],
        },
        _ => Vec::new(),
    }
}

/// Every record is described, and so is every column.
#[track_caller]
pub fn hold(args: &[&str], status: Option<i32>, stdout: &[u8]) {
    let Some((command, format)) = asked(args) else { return };
    // Of what cannot be read the rest may be missing.
    if stdout.is_empty() || !matches!(status, Some(0 | 1)) && format == "json" || args.contains(&"--help") {
        return;
    }
    let described = described(command);
    for record in of(command, format, stdout) {
        if let Err(error) = described.validator.validate(&record) {
            panic!("{args:?}: {error}: {record}");
        }
    }
    if format == "csv" {
        let mut reader = csv::Reader::from_reader(stdout);
        let header: Vec<&str> = reader.headers().unwrap().iter().collect();
        let tables = described.schema["x-csv"].as_object().unwrap();
        let fits = |columns: &Value| {
            let columns = columns.as_array().unwrap().iter();
            let there =
                |column: &&Value| column["optional"] != true || header.iter().any(|name| column["name"] == *name);
            columns.filter(there).map(|column| column["name"].as_str().unwrap()).eq(header.iter().copied())
        };
        assert!(tables.values().any(fits), "{args:?}: {header:?} is not described");
    }
}
