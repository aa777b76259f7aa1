//! What a request for a list wants: by the query of its address, or by a document (RFC 7644, 3.4.2 and 3.4.3).

use serde_json::Value;
use url::form_urlencoded;

use super::filter::Filter;
use super::patch::member;
use super::projection::Shown;
use super::schema::Kind;
use crate::error::{ApiError, ScimFault};

/// The most resources of a page.
pub const COUNT_MAX: usize = 200;
/// The number of resources of a page if the request says nothing.
const COUNT: usize = 100;

/// What a request wants.
#[derive(Debug, PartialEq)]
pub struct Wanted {
    /// Only what this finds.
    pub filter: Option<Filter>,
    /// The number of the first resource of the page, from 1 on.
    pub start: usize,
    /// The most resources of the page.
    pub count: usize,
    /// What is shown of each.
    pub shown: Shown,
}

impl Wanted {
    /// Reads the query of an address. Sorting is not declared, and what asks for it is ignored.
    ///
    /// # Errors
    ///
    /// 400, if something in it cannot be read.
    pub fn of_query(query: Option<&str>, kind: &Kind) -> Result<Self, ApiError> {
        let (mut filter, mut start, mut count) = (None, None, None);
        let (mut wanted, mut unwanted) = (Vec::new(), Vec::new());
        let names = |value: &str| value.split(',').map(str::to_owned).collect::<Vec<_>>();
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            match name.to_ascii_lowercase().as_str() {
                "filter" => filter = Some(value.into_owned()),
                "startindex" => start = Some(number(&value)?),
                "count" => count = Some(number(&value)?),
                "attributes" => wanted.extend(names(&value)),
                "excludedattributes" => unwanted.extend(names(&value)),
                _ => {}
            }
        }
        Self::of(filter.as_deref(), start, count, Shown::parse(&wanted, &unwanted, kind)?, kind)
    }

    /// Reads a document that asks for a list.
    ///
    /// # Errors
    ///
    /// 400, if something in it cannot be read.
    pub fn of_body(body: &Value, kind: &Kind) -> Result<Self, ApiError> {
        let names = |name: &str| -> Result<Vec<String>, ApiError> {
            match member(body, name) {
                None | Some(Value::Null) => Ok(Vec::new()),
                Some(Value::Array(names)) => {
                    let names = names.iter().map(|name| name.as_str().map(str::to_owned));
                    names.collect::<Option<_>>().ok_or_else(invalid)
                }
                Some(_) => Err(invalid()),
            }
        };
        let whole = |name: &str| match member(body, name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value.as_i64().map(Some).ok_or_else(invalid),
        };
        let filter = match member(body, "filter") {
            None | Some(Value::Null) => None,
            Some(Value::String(filter)) => Some(filter.as_str()),
            Some(_) => return Err(invalid()),
        };
        let shown = Shown::parse(&names("attributes")?, &names("excludedAttributes")?, kind)?;
        Self::of(filter, whole("startIndex")?, whole("count")?, shown, kind)
    }

    fn of(
        filter: Option<&str>,
        start: Option<i64>,
        count: Option<i64>,
        shown: Shown,
        kind: &Kind,
    ) -> Result<Self, ApiError> {
        // What is less than the least counts as that.
        let at_least = |number: i64, least: usize| usize::try_from(number).unwrap_or(0).max(least);
        Ok(Self {
            filter: filter.map(|filter| Filter::parse(filter, kind)).transpose()?,
            start: at_least(start.unwrap_or(1), 1),
            count: count.map_or(COUNT, |count| at_least(count, 0)).min(COUNT_MAX),
            shown,
        })
    }
}

fn number(text: &str) -> Result<i64, ApiError> {
    text.trim().parse().map_err(|_| invalid())
}

fn invalid() -> ApiError {
    ApiError::scim(ScimFault::InvalidValue, "What the list is asked for cannot be read.")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::components::scim::schema::USERS;

    fn page(query: &str) -> Option<(usize, usize)> {
        let wanted = Wanted::of_query(Some(query), &USERS).ok()?;
        Some((wanted.start, wanted.count))
    }

    /// covers: [SCIM-01]
    #[test]
    fn pages_begin_at_one_and_are_bounded() {
        assert_eq!(page(""), Some((1, 100)));
        assert_eq!(page("startIndex=0&count=-3"), Some((1, 0)));
        assert_eq!(page("startindex=-7&COUNT=5"), Some((1, 5)));
        assert_eq!(page("startIndex=11&count=100000&sortBy=userName"), Some((11, 200)));
        assert_eq!(page("startIndex=x"), None);
        assert_eq!(page("count=1.5"), None);
        assert_eq!(page("count=99999999999999999999"), None);
        assert_eq!(page("filter=userName"), None);
        assert_eq!(page("filter=userName+eq+%22a%22"), Some((1, 100)));
    }

    /// covers: [SCIM-01]
    #[test]
    fn a_document_asks_for_the_same() {
        let body = json!({"filter": "userName pr", "count": 7, "attributes": ["userName"]});
        let by_body = Wanted::of_body(&body, &USERS).unwrap();
        let query = "filter=userName%20pr&count=7&attributes=userName";
        assert_eq!(by_body, Wanted::of_query(Some(query), &USERS).unwrap());
        for wrong in [json!({"filter": 1}), json!({"count": "7"}), json!({"attributes": [1]})] {
            assert!(Wanted::of_body(&wrong, &USERS).is_err(), "{wrong}");
        }
    }
}
