//! `request`: what a client does with a URL.

use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;
use uri_lineage::request::{self, Checked, Password, Request, Server};
use uri_lineage::{Grammar, Parsed};

use crate::each::{EachArgs, Results, Say, say};
use crate::failure::Failure;
use crate::output::Colours;

/// Say what a client does with a URL: the commands, the line or the name that it stands for
///
/// FTP commands, the octets that a Gopher or Gopher+ client sends, the path that an HTTP server or a proxy is asked for,
/// NNTP commands, names for WAIS, Prospero and local files. Octets that are not printable are shown as \t, \r, \n, \x00;
/// JSON has one character for each octet, as ISO Latin-1.
///
/// A URL with an octet that would break out of its field in the protocol is refused: it would add a line, a command or a
/// parameter.
///
/// Exit status 0 when some grammar asked for gives a request, 1 when none does, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage request 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  uri-lineage request --grammar rfc1738 'gopher://host/0sel%09%09+application/postscript%20Es_ES'")]
pub struct Args {
    #[command(flatten)]
    each: EachArgs,
}

/// As JSON: `request`.
#[derive(Serialize)]
struct Said {
    request: Request,
}

impl Say for Said {
    fn of(url: &Parsed<'_>) -> Result<Self, String> {
        request::request(url).map(|request| Self { request }).map_err(|error| error.to_string())
    }

    fn write(&self, grammar: Grammar, out: &mut Vec<u8>) -> io::Result<()> {
        writeln!(out, "{grammar}")?;
        write(&self.request, out)
    }

    fn write_error(grammar: Grammar, error: &str, colours: Colours, out: &mut Vec<u8>) -> io::Result<()> {
        writeln!(out, "{grammar}\n  {}", colours.bad(format_args!("error: {error}")))
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let results = say::<Said>(&args.each)?;
    Ok(match results {
        Results { read: false, .. } => ExitCode::from(2),
        Results { any: true, .. } => ExitCode::SUCCESS,
        Results { any: false, .. } => ExitCode::FAILURE,
    })
}

/// A request for people, a line each.
fn write(request: &Request, out: &mut Vec<u8>) -> io::Result<()> {
    // A vector takes whatever is written.
    let mut line = |name: &str, value: String| _ = writeln!(out, "  {name:<9} {value}");
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
            line("path", path.to_string());
            line("to proxy", proxy.to_string());
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
            let mut part = |name, value: &Option<Checked>| value.iter().for_each(|value| line(name, value.to_string()));
            part("search", search);
            part("type", wtype);
            part("document", document);
        }
        Request::File { host, name } => {
            host.iter().for_each(|host| line("on host", host.to_string()));
            line("file", name.to_string());
        }
        Request::Prospero { server, hsoname, version, attributes, fields } => {
            line("connect", connect(server));
            line("object", hsoname.to_string());
            version.iter().for_each(|version| line("version", version.to_string()));
            attributes.iter().for_each(|attributes| line("attribute", attributes.to_string()));
            fields.iter().for_each(|(name, value)| line("field", format!("{name} = {value}")));
        }
        _ => {}
    }
    Ok(())
}
