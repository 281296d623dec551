//! Grammars that are laid over another: they use its productions, and take the place of some.

use std::collections::HashSet;

use super::{Bnf, Expr};

impl Bnf {
    /// The grammar with those productions of another that it needs, itself or by others: names that
    /// it uses and does not define, and the names of `also`. Where the other grammar uses a name
    /// that this one defines, it means the one of this grammar. A production that is only described
    /// in words is not defined.
    ///
    /// The productions of this grammar come first. Both must be in notations with the same rules for
    /// names.
    ///
    /// ```
    /// use regular_bnf::Bnf;
    ///
    /// let dates = Bnf::read("date = year \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT\nweek = \"W\" 2DIGIT\n")?;
    /// let logs = Bnf::read("entry = date \":\" level\nlevel = \"0\" / \"1\"\nyear = 2DIGIT\n")?;
    /// let complete = logs.completed_from(&dates, &[]);
    /// let names: Vec<&str> = complete.productions().iter().map(|production| production.name.as_str()).collect();
    /// assert_eq!(names, ["entry", "level", "year", "DIGIT", "date", "month"]);
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    #[must_use]
    pub fn completed_from(&self, other: &Self, also: &[&str]) -> Self {
        let is_own = |name: &str| {
            self.get(name).is_some_and(|own| !matches!(own.body, Ok(Expr::Undefined(_))) || other.get(name).is_none())
        };
        let (mut needed, mut waiting) = (HashSet::new(), also.to_vec());
        waiting.extend(self.definitions.iter().filter(|own| is_own(&own.name)).flat_map(|own| self.uses(&own.name)));
        while let Some(name) = waiting.pop() {
            let Some(index) = other.index(name).filter(|_| !is_own(name)) else { continue };
            if needed.insert(index) {
                waiting.extend(other.uses(name));
            }
        }
        let own = self.definitions.iter().filter(|own| is_own(&own.name));
        let taken = other.definitions.iter().enumerate().filter(|(index, _)| needed.contains(index));
        let mut complete = Self { caseless: self.caseless, of_bytes: self.of_bytes, ..Self::default() };
        own.chain(taken.map(|(_, definition)| definition)).for_each(|definition| complete.add(definition.clone()));
        complete
    }
}
