//! The inverse of parsing with a base, which the standard does not define.

use super::record::Url;

impl Url {
    /// The shortest reference found that the parser reads, with a base, as this URL: a fragment, a
    /// query, a relative path, an absolute path, an authority with what follows it, or the
    /// serialization. The parser checks it.
    ///
    /// ```
    /// use uri_lineage::whatwg::Url;
    ///
    /// let base = Url::parse("https://h/a/b/c?d")?;
    /// let relative = |url| Url::parse(url).unwrap().relative_to(&base);
    /// assert_eq!(relative("https://h/a/b/c?d#e"), "#e");
    /// assert_eq!(relative("https://h/a/x/y"), "../x/y");
    /// assert_eq!(relative("https://h2/"), "//h2/");
    /// assert_eq!(relative("http://h/"), "http://h/");
    /// # Ok::<(), uri_lineage::whatwg::UrlError>(())
    /// ```
    pub fn relative_to(&self, base: &Self) -> String {
        let mut candidates = self.references(base);
        candidates.sort_by_key(String::len);
        let is_reference = |text: &String| Self::parse_with_base(text, base).as_ref() == Ok(self);
        candidates.into_iter().find(is_reference).unwrap_or_else(|| self.to_string())
    }

    /// Texts that may be references to this URL.
    fn references(&self, base: &Self) -> Vec<String> {
        if self.scheme() != base.scheme() {
            return Vec::new();
        }
        let (from_path, before_path) = (&self.href[self.path_start..], &self.href[..self.path_start]);
        let from_query = &from_path[self.path().len()..];
        let fragment = self.fragment().map_or_else(String::new, |fragment| format!("#{fragment}"));
        // The first of two with the same length is tried first.
        let mut references = vec![fragment, from_query.to_owned()];
        if before_path == &base.href[..base.path_start] && !self.has_opaque_path && !base.has_opaque_path {
            // What both paths share up to a slash is left out.
            let shared = self.path().bytes().zip(base.path().bytes()).take_while(|(own, other)| own == other).count();
            let start = self.path()[..shared].rfind('/').map_or(0, |slash| slash + 1);
            let up = "../".repeat(base.path()[start..].matches('/').count());
            references.extend([format!("{up}{}", &from_path[start..]), format!("./{}", &from_path[start..])]);
        }
        references.extend([from_path.to_owned(), self.href[self.scheme_end + 1..].to_owned()]);
        references
    }
}
