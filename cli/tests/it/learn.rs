//! `learn`: models of parsers, and what commands make of them.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::common::{self, answer_strings, file, run, stdout};

/// A parser of `//name@host:port`. The planted fault: two of `b` in a host end it.
fn answer(is_faulty: bool, text: &str) -> Value {
    let Some(text) = text.strip_prefix("//") else { return json!({ "valid": false }) };
    let (user, rest) = text.split_once('@').map_or((None, text), |(user, rest)| (Some(user), rest));
    let (host, port) = rest.split_once(':').map_or((rest, None), |(host, port)| (host, Some(port)));
    let is_name = |text: &str| text.bytes().all(|c| c.is_ascii_alphabetic());
    let is_number = |text: &str| text.bytes().all(|c| c.is_ascii_digit());
    let is_valid = user.is_none_or(is_name) && !host.is_empty() && is_name(host) && port.is_none_or(is_number);
    if !is_valid {
        return json!({ "valid": false });
    }
    // The parser changes the case of the host, and leaves out the port 1.
    let host = match host.find("bb").filter(|_| is_faulty) {
        Some(at) => host[..at].to_owned(),
        None if is_faulty => host.to_owned(),
        None => host.to_lowercase(),
    };
    json!({ "valid": true, "user": user, "host": host, "port": port.filter(|port| *port != "1") })
}

/// The parser, which faults if its fault is `faulty`, refuses ports beyond 65535 if it is `limited`, and
/// answers as it likes if it is `unsteady`: `learn` runs this test as its command.
#[test]
fn planted_parser() {
    let mut number = std::process::id();
    answer_strings(|fault, text| {
        if fault == "unsteady" {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            return json!({ "valid": number >> 31 == 1 });
        }
        let port = text.rsplit_once(':').and_then(|(_, port)| port.parse::<u32>().ok());
        if fault == "limited" && port.is_some_and(|port| port > 65535) {
            return json!({ "valid": false });
        }
        answer(fault == "faulty", text)
    });
}

/// The command that runs [`planted_parser`].
fn planted(fault: &str) -> Vec<String> {
    common::planted("learn::planted_parser", fault)
}

/// A file with a model of the planted parser, which is learned once.
fn model(name: &str, fault: &str) -> String {
    static RIGHT: LazyLock<String> = LazyLock::new(|| learned("right"));
    static FAULTY: LazyLock<String> = LazyLock::new(|| learned("faulty"));
    file(name, if fault == "right" { &RIGHT } else { &FAULTY })
}

/// Learns the planted parser, and returns the text of the model.
fn learned(fault: &str) -> String {
    let path = file(&format!("learned-{fault}.model"), "");
    let command = planted(fault);
    let args =
        ["learn", "--component", "user,host,port", "--matching", "^[/abB@:1]*$", "--random", "10000", "-o", &path];
    let all: Vec<&str> = args.into_iter().chain(["--"]).chain(command.iter().map(String::as_str)).collect();
    let report = stdout(&all, "", 0);
    assert!(report.contains("No proof"), "{report}");
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn a_model_is_a_grammar_for_every_command() {
    let (right, wrong) = (model("right.model", "right"), model("wrong.model", "faulty"));
    // Verdicts and components of both are known, and so is where they part: the parsers agree.
    let args = ["differential", &right, &wrong, "--component", "host", "--verify", "--format", "json"];
    let found: Value = serde_json::from_str(&stdout(&args, "", 1)).unwrap();
    let strings: Vec<&str> = found.as_array().unwrap().iter().filter_map(|record| record["witness"].as_str()).collect();
    assert_eq!(strings, ["//abb", "//bb"], "{found:#}");
    stdout(&["differential", &right, &wrong, "--component", "user,port"], "", 0);
    stdout(&["diff", &right, &wrong], "", 0);
    // A host that the parser writes in small letters, and a port that it leaves out, are located.
    let pattern = "//(?<user>[abB]*@)?(?<host>[abB]+)(:(?<port>1*))?";
    stdout(&["differential", &right, "--regex", pattern, "--component", "host,port"], "", 0);
    // A member and a suite.
    assert!(stdout(&["sample", "-n", "3", &right], "", 0).lines().count() == 3);
    assert!(stdout(&["vectors", &right], "", 0).lines().count() > 10);
    // The same findings as of the parser itself.
    let suite = file("suite.regex", &format!("^{pattern}$"));
    stdout(&["conform", &suite, "--component", "host,port", "--model", &right], "", 0);
    stdout(&["conform", &suite, "--component", "host,port", "--model", &wrong], "", 1);
}

#[test]
fn the_greatest_port_is_learned() {
    let (model, command) = (file("limited.model", ""), planted("limited"));
    let args = ["learn", "--component", "port", "--matching", "^//a:[0-9]{0,5}$", "--random", "2000", "-o", &model];
    let all: Vec<&str> = args.into_iter().chain(["--"]).chain(command.iter().map(String::as_str)).collect();
    stdout(&all, "", 0);
    let ports = || (1..100_000).step_by(7);
    let list: String = ports().map(|port| format!("//a:{port}\n")).collect();
    let verdicts = stdout(&["check", "-g", &model, "--format", "jsonl"], &list, 1);
    for (port, verdict) in ports().zip(verdicts.lines()) {
        let verdict: Value = serde_json::from_str(verdict).unwrap();
        assert_eq!(verdict["accepted"] != json!({}), port <= 65535, "{port}: {verdict}");
    }
}

#[test]
fn a_model_that_is_wrong_is_learned_again() {
    let (right, wrong) = (model("mended.model", "right"), model("other.model", "right"));
    // A model that says of the faulty parser what the right one does.
    let mut old: Value = serde_json::from_str(&std::fs::read_to_string(&wrong).unwrap()).unwrap();
    old["command"] = json!(planted("faulty"));
    let stale = file("stale.model", &old.to_string());
    // No difference is seen, since nothing is asked.
    stdout(&["differential", &right, &stale, "--component", "host", "--verify"], "", 0);
    let strings = file("refuted.txt", "//abb\n");
    let output = run(&["learn", "--resume", &stale, "--strings", &strings, "--random", "2000", "-o", &stale], "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    stdout(&["differential", &right, &stale, "--component", "host", "--verify"], "", 1);
}

#[test]
fn what_is_no_model_is_an_error() {
    for (name, text, message) in [
        ("text.model", "http://a/", "is not a model: expected value at line 1 column 1"),
        ("object.model", "{}", "is not a model: missing field `model`"),
    ] {
        let output = run(&["diff", &file(name, text), "rfc3986"], "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(message), "{error}");
    }
    // A table with a state that does not exist.
    let path = model("table.model", "right");
    let mut broken: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    broken["learned"][0]["automaton"]["accepting"] = json!([4_000_000]);
    let output = run(&["sample", &file("broken.model", &broken.to_string())], "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("the table is not an automaton"), "{error}");
    // Too many states, and what helps.
    let command = planted("right");
    let args = ["learn", "--component", "port", "--states", "2", "-o", &path, "--"];
    let all: Vec<&str> = args.into_iter().chain(command.iter().map(String::as_str)).collect();
    let error = String::from_utf8(run(&all, "").stderr).unwrap();
    assert!(error.contains("more than 2 states"), "{error}");
    // Only what is in the strings is advice, and not what is in the number of states.
    let args = ["learn", "--component", "port", "--states", "0", "--matching", "^a*$", "-o", &path, "--"];
    let all: Vec<&str> = args.into_iter().chain(command.iter().map(String::as_str)).collect();
    let error = String::from_utf8(run(&all, "").stderr).unwrap();
    assert!(error.contains("more than 0 states") && error.ends_with("; --states raises the limit\n"), "{error}");
}

#[test]
fn a_model_is_a_filter_and_a_client() {
    let (right, wrong) = (model("filter.model", "right"), model("client.model", "faulty"));
    let args = ["bypass", "--filter", &right, "--client", &wrong, "--allow", "abb"];
    let command = planted("faulty");
    let verified: Vec<&str> = [&args[..], &["--format", "json", "--verify", "--"]]
        .concat()
        .into_iter()
        .chain(command.iter().map(String::as_str))
        .collect();
    let answer: Value = serde_json::from_str(&stdout(&verified, "", 1)).unwrap();
    let cause = &answer["causes"][0];
    assert!(cause["witness"] == "//abb" && cause["reached"] == "a", "{answer:#}");
    assert_eq!(cause["verified"], json!({ "accepts": true, "host": "a", "confirmed": true }));
    // The same parser on both sides is safe, and so is a host that the fault spares.
    for [filter, client, host] in [[&right, &right, "abb"], [&wrong, &wrong, "a"], [&right, &wrong, "ab"]] {
        let safe = stdout(&["bypass", "--filter", filter, "--client", client, "--allow", host], "", 0);
        assert!(safe.contains("of which the models say something"), "{safe}");
    }
    let error = String::from_utf8(run(&[&args[..], &["--scheme", "http"]].concat(), "").stderr).unwrap();
    assert!(error.ends_with("filter.model: it says nothing of the scheme: it must be learned\n"), "{error}");
}

/// The rest of a model is written without a component that is too large.
#[test]
fn a_component_with_too_many_states_is_left_out() {
    let path = file("partial.model", "");
    let command = planted("right");
    let args = ["learn", "--component", "host,port", "--matching", "^//[aB]*(:1*)?$", "--random", "1000", "--states"];
    let learned = |states: &str, status: i32| {
        let args = [&args[..], &[states, "-o", &path, "--"]].concat();
        let all: Vec<&str> = args.into_iter().chain(command.iter().map(String::as_str)).collect();
        (stdout(&all, "", status), serde_json::from_str::<Value>(&std::fs::read_to_string(&path).unwrap()).unwrap())
    };
    let (_, whole) = learned("100", 0);
    let states = |of: usize| whole["learned"][of]["states"].as_u64().unwrap();
    assert!(states(0) < states(1), "{whole}");
    let (report, partial) = learned(&(states(1) - 1).to_string(), 1);
    assert!(report.contains("No model of the host: it has more than"), "{report}");
    assert!(partial["too_large"]["host"].is_array() && partial["options"]["random"] == 1000, "{partial}");
    let error = String::from_utf8(run(&["differential", &path, &path, "--component", "host"], "").stderr).unwrap();
    assert!(error.contains("says nothing of the host"), "{error}");
    // What is learned again is what was asked for, by the options that are given.
    let report = stdout(&["learn", "--resume", &path, "--states", "100", "-o", &path], "", 0);
    assert!(report.contains("\nhost "), "{report}");
}

#[test]
fn a_parser_that_answers_as_it_likes_is_named() {
    let command = planted("unsteady");
    let path = file("unsteady.model", "");
    let args = ["learn", "--component", "port", "--matching", "^[ab]*$", "--states", "20", "-o", &path, "--"];
    let all: Vec<&str> = args.into_iter().chain(command.iter().map(String::as_str)).collect();
    let error = String::from_utf8(run(&all, "").stderr).unwrap();
    assert!(error.contains("it does not always answer alike: when 1000 were asked again"), "{error}");
}

/// Of a model and a grammar only strings are compared of which the model says something.
#[test]
fn diff_leaves_out_what_a_model_does_not_know() {
    let path = model("known.model", "right");
    let pattern = "//([A-Za-z]*@)?[A-Za-z]+(:[0-9]*)?";
    stdout(&["diff", &path, "--regex", pattern], "", 0);
    stdout(&["diff", &path, "--regex", "//[A-Za-z]+(:[0-9]*)?"], "", 1);
}
