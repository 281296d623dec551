//! How many test programs there are: linking each takes seconds, in every build.

use std::process::Command;

use serde_json::Value;

/// The most test programs that the workspace may have.
const MOST: usize = 12;

#[test]
fn the_workspace_has_few_test_programs() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let targets = packages.iter().flat_map(|package| package["targets"].as_array().unwrap());
    let programs: Vec<&Value> = targets
        // `cargo test` runs benchmarks only if they are selected.
        .filter(|target| target["test"] == true && target["kind"][0] != "bench")
        .map(|target| &target["src_path"])
        .collect();
    assert!(programs.len() > 3 && programs.len() <= MOST, "{programs:#?}");
}
