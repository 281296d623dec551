//! Writes a URL from plain parts.

use super::plain::{Account, Authority, ComposeError, Parts, Site};
use crate::grammar::{Generation, GopherDialect, Grammar};
use crate::text::Octets;

/// Writes URLs of one grammar.
pub(super) struct Writer {
    pub grammar: Grammar,
    /// Whether to escape every octet that can be escaped.
    pub cautious: bool,
}

type Text = Result<String, ComposeError>;

impl Writer {
    pub fn write(&self, parts: &Parts) -> Text {
        match self.grammar.generation() {
            Generation::First => self.first(parts),
            Generation::Second => self.second(parts),
            Generation::Forerunner | Generation::Third => self.third(parts),
        }
    }

    fn unsayable<T>(&self, why: &'static str) -> Result<T, ComposeError> {
        Err(ComposeError::Unsayable { grammar: self.grammar, why })
    }

    /// Writes octets: as characters if the production accepts each alone, else as escapes.
    fn part(&self, production: &'static str, octets: &Octets) -> Text {
        let Some(rule) = self.grammar.production(production) else { return self.unsayable("it has no such part") };
        let mut text = String::with_capacity(octets.0.len());
        for &octet in &octets.0 {
            let escape = format!("%{octet:02X}");
            let mut bytes = [0; 4];
            let plain = char::from(octet).encode_utf8(&mut bytes);
            let stands = octet.is_ascii() && octet != b'%' && rule.accepts(plain);
            match stands && (!self.cautious || octet.is_ascii_alphanumeric() || !rule.accepts(&escape)) {
                true => text.push_str(plain),
                // The production may refuse an octet alone but accept it inside a name, since some names must begin with a
                // letter.
                false if rule.accepts(&escape) || rule.accepts(&format!("a{escape}")) => text.push_str(&escape),
                false if octet.is_ascii() && octet != b'%' && rule.accepts(&format!("a{plain}")) => {
                    text.push_str(plain)
                }
                false => return Err(ComposeError::Octet { grammar: self.grammar, production, octet }),
            }
        }
        Ok(text)
    }

    fn behind(&self, mark: &str, production: &'static str, octets: &Option<Octets>) -> Text {
        octets.as_ref().map_or(Ok(String::new()), |octets| Ok([mark, &self.part(production, octets)?].concat()))
    }

    /// Writes segments with slashes between them.
    fn path(&self, production: &'static str, segments: &[Octets]) -> Text {
        let segments: Result<Vec<String>, _> = segments.iter().map(|segment| self.part(production, segment)).collect();
        Ok(segments?.join("/"))
    }

    /// Writes a slash and the segments, if there is a path.
    fn slash_path(&self, production: &'static str, path: &Option<Vec<Octets>>) -> Text {
        path.as_ref().map_or(Ok(String::new()), |path| Ok(format!("/{}", self.path(production, path)?)))
    }

    /// Writes words with plus signs between them.
    fn words(&self, search: &Option<Octets>) -> Text {
        let Some(search) = search else { return Ok(String::new()) };
        let word = |word: &[u8]| {
            let text = self.part("xalphas", &Octets(word.to_vec()))?;
            // A plus sign between words means a space; a plus sign in a word is escaped.
            Ok::<_, ComposeError>(text.replace('+', "%2B"))
        };
        let words: Result<Vec<String>, _> = search.0.split(|&octet| octet == b' ').map(word).collect();
        Ok(format!("?{}", words?.join("+")))
    }

    fn login(&self, account: &Option<Account>, site: &Site) -> Text {
        let account = match account {
            Some(Account { user, password }) => {
                format!("{}{}@", self.part("user", user)?, self.behind(":", "password", password)?)
            }
            None => String::new(),
        };
        Ok(account + &self.site(site))
    }

    fn site(&self, site: &Site) -> String {
        let port = site.port.map(|port| format!(":{port}")).unwrap_or_default();
        format!("{}{port}", site.host)
    }

    fn second(&self, parts: &Parts) -> Text {
        Ok(match parts {
            Parts::Http { site, path, search } => {
                let path = self.slash_path("hsegment", path)?;
                format!("http://{}{path}{}", self.site(site), self.behind("?", "search", search)?)
            }
            Parts::Ftp { account, site, path, ftptype } => {
                let path = self.slash_path("fsegment", path)?;
                let ftptype = ftptype.as_ref().map(|code| format!(";type={code}")).unwrap_or_default();
                format!("ftp://{}{path}{ftptype}", self.login(account, site)?)
            }
            Parts::Gopher { site, item } => {
                let item = match item {
                    Some(item) => format!(
                        "/{}{}{}{}",
                        self.part("gtype", &Octets(vec![item.gtype]))?,
                        self.part("selector", &item.selector)?,
                        self.behind("%09", "search", &item.search)?,
                        self.behind("%09", "gopher+_string", &item.gopher_plus)?
                    ),
                    None => String::new(),
                };
                format!("gopher://{}{item}", self.site(site))
            }
            Parts::Mailto { address } => format!("mailto:{}", self.part("encoded822addr", address)?),
            Parts::Newsgroup(group) => format!("news:{group}"),
            Parts::Article { unique, host } => format!("news:{}@{host}", self.unique(unique)?),
            Parts::Nntp { site: Some(site), group, article } => {
                let article = article.map(|number| format!("/{number}")).unwrap_or_default();
                format!("nntp://{}/{group}{article}", self.site(site))
            }
            Parts::Nntp { site: None, .. } => return self.unsayable("its nntp URLs name a server"),
            Parts::Telnet { account, site } => format!("telnet://{}", self.login(account, site)?),
            Parts::Wais { site, database, search } => format!(
                "wais://{}/{}{}",
                self.site(site),
                self.part("database", database)?,
                self.behind("?", "search", search)?
            ),
            Parts::Waisdoc { site, database, wtype, wpath } => format!(
                "wais://{}/{}/{}/{}",
                self.site(site),
                self.part("database", database)?,
                self.part("wtype", wtype)?,
                self.part("wpath", wpath)?
            ),
            Parts::File { host, path } => {
                format!("file://{}/{}", host.as_deref().unwrap_or_default(), self.path("fsegment", path)?)
            }
            Parts::Prospero { version: Some(_), .. } => return self.unsayable("its prospero URLs have no version"),
            Parts::Prospero { site, hsoname, version: None, fields, .. } => {
                let mut text = format!("prospero://{}/{}", self.site(site), self.path("psegment", hsoname)?);
                for (name, value) in fields {
                    text += &format!(";{}={}", self.part("fieldname", name)?, self.part("fieldvalue", value)?);
                }
                text
            }
            Parts::Other { scheme, account, site, urlpath } => {
                format!("{scheme}://{}{}", self.login(account, site)?, self.behind("/", "urlpath", urlpath)?)
            }
            Parts::Opaque { scheme, schemepart } => format!("{scheme}:{}", self.part("schemepart", schemepart)?),
            _ => return self.unsayable("it has no such URL"),
        })
    }

    /// The text in front of the `@` of an article has no production of its own: `article` determines its characters.
    fn unique(&self, unique: &Octets) -> Text {
        let Some(article) = self.grammar.production("article") else { return self.unsayable("it has no articles") };
        let mut text = String::new();
        for &octet in &unique.0 {
            let plain = char::from(octet);
            let stands = octet.is_ascii() && octet != b'%' && article.accepts(&format!("{plain}@a"));
            match stands && (!self.cautious || octet.is_ascii_alphanumeric()) {
                true => text.push(plain),
                false => text += &format!("%{octet:02X}"),
            }
        }
        Ok(text)
    }

    fn first(&self, parts: &Parts) -> Text {
        let has = |production: &str| self.grammar.production(production).is_some();
        let segment = if has("segment") { "segment" } else { "xpalphas" };
        if !has("httpaddress") && !matches!(parts, Parts::Generic { .. }) {
            return self.unsayable("it is generic, and has no schemes");
        }
        Ok(match parts {
            Parts::Http { site, path, search } => {
                let path = self.slash_path(segment, path)?;
                format!("http://{}{path}{}", self.site(site), self.words(search)?)
            }
            Parts::Ftp { path: None, .. } => return self.unsayable("its ftp addresses have a path"),
            Parts::Ftp { ftptype: Some(_), .. } if !has("ftptype") => return self.unsayable("it has no type codes"),
            Parts::Ftp { account, site, path: Some(path), ftptype } => {
                let ftptype = ftptype.as_ref().map(|code| format!(";type={code}")).unwrap_or_default();
                format!("ftp://{}/{}{ftptype}", self.login(account, site)?, self.path(segment, path)?)
            }
            Parts::Gopher { site, item: None } => format!("gopher://{}", self.site(site)),
            Parts::Gopher { site, item: Some(item) } => {
                let gtype = self.part("gtype", &Octets(vec![item.gtype]))?;
                let split = |octets: &Octets| -> Vec<Octets> {
                    octets.0.split(|&octet| octet == b'/').map(|segment| Octets(segment.to_vec())).collect()
                };
                let selector = self.path(segment, &split(&item.selector))?;
                let tail = if self.grammar.facts().requests.gopher == Some(GopherDialect::Draft02) {
                    if item.gopher_plus.is_some() {
                        return self.unsayable("it has no Gopher+ strings");
                    }
                    self.words(&item.search)?
                } else {
                    let tab = |part: &Option<Octets>| match part {
                        Some(part) => Ok(format!("%09{}", self.path(segment, &split(part))?)),
                        None => Ok::<_, ComposeError>(String::new()),
                    };
                    tab(&item.search)? + &tab(&item.gopher_plus)?
                };
                format!("gopher://{}/{gtype}{selector}{tail}", self.site(site))
            }
            Parts::Mailto { address } => {
                let Some(at) = address.0.iter().rposition(|&octet| octet == b'@') else {
                    return self.unsayable("its mail addresses have an @");
                };
                let local = self.part("xalphas", &Octets(address.0[..at].to_vec()))?;
                format!("mailto:{local}@{}", self.part("xalphas", &Octets(address.0[at + 1..].to_vec()))?)
            }
            Parts::Newsgroup(group) => format!("news:{group}"),
            Parts::Article { unique, host } => format!("news:{}@{host}", self.part("xalphas", unique)?),
            Parts::Nntp { site: Some(_), .. } => return self.unsayable("its nntp addresses name no server"),
            Parts::Nntp { article: None, .. } => return self.unsayable("its nntp addresses name an article"),
            Parts::Nntp { site: None, group, article: Some(article) } => format!("nntp:{group}/{article}"),
            Parts::Telnet { account, site } => format!("telnet://{}", self.login(account, site)?),
            Parts::Wais { site, database, search } => {
                format!("wais://{}/{}{}", self.site(site), self.part("database", database)?, self.words(search)?)
            }
            Parts::Waisdoc { site, database, wtype, wpath } if !has("wpath") => format!(
                "wais://{}/{}/{}/{}",
                self.site(site),
                self.part("database", database)?,
                self.part("wtype", wtype)?,
                self.part(segment, wpath)?
            ),
            Parts::WaisFields { site, database, wtype, fields } if has("wpath") => {
                let mut text = format!(
                    "wais://{}/{}/{}/",
                    self.site(site),
                    self.part("database", database)?,
                    self.part("wtype", wtype)?
                );
                for (number, path) in fields {
                    text += &format!("{number}={};", self.path(segment, path)?);
                }
                text
            }
            Parts::Prospero { fields, .. } if !fields.is_empty() => {
                return self.unsayable("its prospero addresses have no fields");
            }
            Parts::Prospero { site, hsoname, version, attributes, .. } => {
                let attributes = attributes.as_deref().unwrap_or_default();
                let version = version.map(|version| format!("%00{version}{attributes}")).unwrap_or_default();
                format!("prospero://{}/{}{version}", self.site(site), self.path(segment, hsoname)?)
            }
            Parts::Mid { unique, host } if has("midaddress") => format!("mid:{}@{host}", self.part("xalphas", unique)?),
            Parts::Cid { unique, host } if has("cidaddress") => format!("cid:{}@{host}", self.part("xalphas", unique)?),
            Parts::Afs { cellname, path } => format!("afs://{cellname}/{}", self.path(segment, path)?),
            Parts::Generic { scheme, path, search, fragment } => {
                let fragment = self.behind("#", "xalphas", fragment)?;
                format!("{scheme}:{}{}{fragment}", self.path("xpalphas", path)?, self.words(search)?)
            }
            _ => return self.unsayable("it has no such URL"),
        })
    }

    fn third(&self, parts: &Parts) -> Text {
        Ok(match parts {
            Parts::Reference { scheme, authority, absolute, path, query, fragment } => {
                let has = |production: &str| self.grammar.production(production).is_some();
                let scheme = scheme.as_ref().map(|scheme| format!("{scheme}:")).unwrap_or_default();
                let authority = match authority {
                    Some(Authority::Server(..)) if !has("port") => {
                        return self.unsayable("it does not divide a net_loc: give it a name");
                    }
                    Some(Authority::Server(userinfo, site)) => {
                        let userinfo = match userinfo {
                            Some(userinfo) => self.part("userinfo", userinfo)? + "@",
                            None => String::new(),
                        };
                        format!("//{userinfo}{}", self.site(site))
                    }
                    Some(Authority::Name(name)) => {
                        let names = ["net_loc", "reg_name", "authority"].into_iter().find(|name| has(name));
                        format!("//{}", self.part(names.unwrap_or("authority"), name)?)
                    }
                    None => String::new(),
                };
                let slash = if *absolute { "/" } else { "" };
                let (query, fragment) = (self.behind("?", "query", query)?, self.behind("#", "fragment", fragment)?);
                format!("{scheme}{authority}{slash}{}{query}{fragment}", self.path("pchar", path)?)
            }
            Parts::Urn { .. } if self.grammar.production("URN-nss").is_none() => {
                return self.unsayable("it has no URNs of its own: write a reference");
            }
            Parts::Urn { nid, nss } => format!("urn:{nid}:{}", self.part("URN-nss", nss)?),
            _ => return self.unsayable("it defines no schemes: write a reference"),
        })
    }
}
