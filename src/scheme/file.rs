//! `file`: RFC 8089, section 2, and its variants of Appendices E and F.

use super::typed::{host, scheme_uri, text};
use crate::ast::components::Components;
use crate::ast::rfc3986::Host;
use crate::ast::shared::read_only;
use crate::ast::text::Text;
use crate::generated::rule::Rule;
use crate::parse::tree::Tree;

read_only! {
    /// A URI of `file`: RFC 8089, section 2.
    ///
    /// ```text
    /// file-URI       = file-scheme ":" file-hier-part
    /// file-hier-part = ( "//" auth-path ) / local-path
    /// auth-path      = [ file-auth ] path-absolute
    /// local-path     = path-absolute
    /// file-auth      = "localhost" / host
    /// ```
    ///
    /// Only the variants of Appendix E have user information, drive letters and hosts of UNC strings.
    ///
    /// ```
    /// use uri_lineage::SchemeDocument::Rfc8089All;
    /// use uri_lineage::scheme::{FileUri, SchemeUri};
    ///
    /// let uri = FileUri::parse("file://h/etc/motd")?;
    /// assert_eq!((uri.host().unwrap().as_str(), uri.path().as_str(), uri.is_local()), ("h", "/etc/motd", false));
    /// // Without an authority, with an empty one, and with `localhost`.
    /// for local in ["file:/etc/motd", "file:///etc/motd", "file://localhost/etc/motd"] {
    ///     assert!(FileUri::parse(local)?.is_local());
    /// }
    /// let SchemeUri::File(uri) = Rfc8089All.parse("file:////server/share/")? else { panic!() };
    /// assert_eq!((uri.unc_host().unwrap().as_str(), uri.path().as_str()), ("server", "/share/"));
    /// # Ok::<(), uri_lineage::scheme::SchemeError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct FileUri<'i> {
        text,
        record,
        /// The user information of Appendix E.1.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub userinfo: Option<Text<'i>>,
        /// The host in the authority; absent if the URI has no authority, or an empty one.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub host: Option<Host<'i>>,
        /// The host of a UNC string in the path, of Appendix E.3.2.
        #[cfg_attr(feature = "serde", serde(rename = "file-host", skip_serializing_if = "Option::is_none"))]
        pub unc_host: Option<Text<'i>>,
        /// The drive letter of Appendix E.2, with its colon or its vertical line.
        #[cfg_attr(feature = "serde", serde(rename = "drive-letter", skip_serializing_if = "Option::is_none"))]
        pub drive: Option<&'i str>,
        /// `path-absolute`, which follows host and drive letter.
        #[cfg_attr(feature = "serde", serde(rename = "path-absolute"))]
        pub path: Text<'i>,
    }
}

scheme_uri!(FileUri Rfc8089 "file-URI");

impl<'i> FileUri<'i> {
    pub(super) fn build(tree: &Tree<'i>) -> Self {
        let local = tree.first(Rule::file_auth).filter(|authority| authority.children().next().is_none());
        let host = match local {
            // The text `localhost` is no host there.
            Some(localhost) => Host::RegName(localhost.text().into()),
            None => host(tree, Rule::host),
        };
        Self {
            text: tree.input(),
            userinfo: text(tree, Rule::userinfo),
            host: Some(host).filter(|host| !host.as_str().is_empty()),
            unc_host: text(tree, Rule::file_host),
            drive: tree.first(Rule::drive_letter).map(|drive| drive.text()),
            path: text(tree, Rule::path_absolute).unwrap_or_default(),
        }
    }

    /// The letter of the drive, in the case of the input: Appendix E.2.
    pub fn drive_letter(&self) -> Option<char> {
        self.drive?.chars().next()
    }

    /// Whether the file is on the machine that reads the URI, as far as the URI tells: it has no host,
    /// or `localhost` (section 3).
    pub fn is_local(&self) -> bool {
        let is_localhost = |host: Host<'_>| host.as_str().eq_ignore_ascii_case("localhost");
        self.unc_host.is_none() && self.host.is_none_or(is_localhost)
    }

    pub(super) fn components(&self) -> Components<'i> {
        let host = self.host.map(|host| host.as_str().into()).or(self.unc_host);
        Components {
            user: self.userinfo,
            host: host.or_else(|| self.has_authority().then(Text::default)),
            ..Components::new(&self.text[.."file".len()]).path(self.whole_path())
        }
    }

    /// The path with its drive letter, which a slash may precede.
    fn whole_path(&self) -> &'i str {
        let start = self.text.len() - self.path.len();
        let Some(drive) = self.drive else { return &self.text[start..] };
        let before = &self.text[..start - drive.len()];
        &self.text[before.strip_suffix('/').unwrap_or(before).len()..]
    }

    /// Whether two slashes follow the scheme, and not those of a UNC string.
    fn has_authority(&self) -> bool {
        self.text["file:".len()..].starts_with("//") && self.unc_host.is_none()
    }
}
