//! `request`: what a client does with a URL.

use std::io::Write;
use std::process::ExitCode;

use serde_json::{Value, json};
use uri_lineage::Grammar;
use uri_lineage::request::{self, Octets, Password, Request, Server};

use crate::GrammarArgs;
use crate::failure::Failure;
use crate::output::{Format, Output, json_array};

/// Say what a client does with a URL: the commands, the line or the name that it stands for
///
/// FTP commands, the octets that a Gopher or Gopher+ client sends, the path that an HTTP server or a proxy is asked for,
/// NNTP commands, names for WAIS, Prospero and local files. Octets that are not printable are shown as \t, \r, \n, \x00;
/// JSON has one character for each octet, as ISO Latin-1.
///
/// A URL with an octet that would break out of the protocol's line is refused.
///
/// Exit status 0 when some grammar asked for gives a request, 1 when none does, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage request 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  uri-lineage request --grammar rfc1738 'gopher://host/0sel%09%09+application/postscript%20Es_ES'")]
pub struct Args {
    /// The URL
    uri: String,
    #[command(flatten)]
    grammars: GrammarArgs,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut output = Output::new();
    let mut objects = Vec::new();
    let mut any = false;
    for grammar in args.grammars.list() {
        let result = request::request(grammar, &args.uri);
        any |= result.is_ok();
        match (args.format, result) {
            (Format::Json, Ok(request)) => objects.push(json!({ "grammar": grammar.id(), "request": request })),
            (Format::Json, Err(error)) => objects.push(json!({ "grammar": grammar.id(), "error": error.to_string() })),
            (Format::Text, Ok(request)) => show(&mut output, grammar, &request)?,
            (Format::Text, Err(error)) => {
                let message = output.bad(format!("error: {error}"));
                writeln!(output.out, "{grammar}\n  {message}")?;
            }
        }
    }
    json_array::<Value>(&mut output, args.format, &objects)?;
    Ok(if any { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Shows a request for people, a line each.
fn show(output: &mut Output, grammar: Grammar, request: &Request) -> Result<(), Failure> {
    let mut lines = Vec::new();
    let mut line = |name: &str, value: String| lines.push(format!("  {name:<9} {value}"));
    let connect = |server: &Server| format!("{} port {}", server.host, server.port);
    match request {
        Request::Ftp { server, user, password, steps } => {
            line("connect", connect(server));
            line("send", format!("USER {user}"));
            line(
                "send",
                match password {
                    Password::Given(password) => format!("PASS {password}"),
                    Password::MailAddress => "PASS, with your mail address".to_owned(),
                    Password::Asked => "PASS, if the server wants one: you are asked".to_owned(),
                },
            );
            steps.iter().for_each(|step| line("send", step.to_string()));
        }
        Request::Http { server, path, proxy } => {
            line("connect", connect(server));
            line("path", path.clone());
            line("to proxy", proxy.clone());
        }
        Request::Gopher { server, gtype, sends, form } => {
            line("connect", connect(server));
            line("type", gtype.to_string());
            line("send", sends.to_string());
            if *form {
                line("then", "the form in the item's +ASK attribute is for you to fill in".to_owned());
            }
        }
        Request::Mailto { address } => line("mail to", address.to_string()),
        Request::News { commands } => commands.iter().for_each(|command| line("send", command.to_string())),
        Request::Nntp { server, commands } => {
            server.iter().for_each(|server| line("connect", connect(server)));
            commands.iter().for_each(|command| line("send", command.to_string()));
        }
        Request::Telnet { server, user, password } => {
            line("connect", connect(server));
            user.iter().for_each(|user| line("user", user.to_string()));
            password.iter().for_each(|password| line("password", password.to_string()));
        }
        Request::Wais { server, database, search, wtype, document } => {
            line("connect", connect(server));
            line("database", database.to_string());
            let mut part = |name, value: &Option<Octets>| value.iter().for_each(|value| line(name, value.to_string()));
            part("search", search);
            part("type", wtype);
            part("document", document);
        }
        Request::File { host, name } => {
            host.iter().for_each(|host| line("on host", host.clone()));
            line("file", name.to_string());
        }
        Request::Prospero { server, hsoname, version, fields } => {
            line("connect", connect(server));
            line("object", hsoname.to_string());
            version.iter().for_each(|version| line("version", version.clone()));
            fields.iter().for_each(|(name, value)| line("field", format!("{name} = {value}")));
        }
        _ => {}
    }
    writeln!(output.out, "{grammar}\n{}", lines.join("\n"))?;
    Ok(())
}
