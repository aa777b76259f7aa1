//! `waybill token`: manages access tokens on the server's machine, whether the server runs or not.

use std::collections::BTreeSet;

use clap::Subcommand;
use serde::{Deserialize, Serialize};
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::token_scope::TokenScope;
use waybill_platform::access::{AccessTokens as _, MadeToken, NewToken, TokenShown};
use waybill_scenario::format::Duration;

use super::acting::context;
use super::host::{Host, Out};
use super::user::{input_error, person};
use super::{BadInput, DataDir, Outcome, table};
use crate::wire::access::AccessToken;

/// What to do with tokens.
#[derive(Debug, Subcommand, Serialize, Deserialize)]
pub enum Command {
    /// Make a token with which a program acts in somebody's name, and print it this once.
    Make {
        /// In whose name.
        #[arg(long, value_name = "NAME")]
        user: String,
        /// How long it works, such as 12h or 90d; 366d at most.
        #[arg(long, default_value = "30d", value_name = "TIME")]
        expires: String,
        /// What it is for.
        #[arg(long, value_name = "TEXT")]
        description: Option<String>,
        /// Only for these actions in repositories (read, write, annotate, delete, manage), and for nothing else.
        #[arg(long, value_name = "ACTIONS", value_delimiter = ',')]
        #[serde(default)]
        actions: Vec<String>,
        /// Only in the repositories with these keys.
        #[arg(long, value_name = "KEYS", value_delimiter = ',', requires = "actions")]
        #[serde(default)]
        repositories: Vec<String>,
        /// Only for provisioning users and groups by SCIM, and for nothing else. Its owner is a robot or an
        /// administrator.
        #[arg(long, conflicts_with = "actions")]
        #[serde(default)]
        provisions: bool,
        #[command(flatten)]
        #[serde(skip)]
        data: DataDir,
    },
    /// List the tokens that were not revoked.
    List {
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        #[serde(skip)]
        data: DataDir,
    },
    /// Let a token work no more.
    Revoke {
        /// Its id, as `waybill token list` shows it.
        id: String,
        #[command(flatten)]
        #[serde(skip)]
        data: DataDir,
    },
}

impl Command {
    /// The data directory that it is about.
    pub(super) const fn data(&self) -> &DataDir {
        match self {
            Self::Make { data, .. } | Self::List { data, .. } | Self::Revoke { data, .. } => data,
        }
    }

    /// Runs the command.
    pub(super) async fn run(self, host: &Host<'_>, out: Out<'_>) -> anyhow::Result<Outcome> {
        let context = context();
        match self {
            Self::Make {
                user, expires, description, actions, repositories, provisions, ..
            } => {
                let scope = if provisions {
                    Some(TokenScope::PROVISIONING)
                } else {
                    scope(&actions, repositories)?
                };
                let lives: Duration = expires
                    .parse()
                    .map_err(|wanted| BadInput(format!("--expires takes {wanted}")))?;
                let access = host.access()?;
                let person = person(&access, &user).await?;
                let new = NewToken { person, description, lives_ms: lives.ms, scope };
                let made = access.make_token(new, context).await.map_err(input_error)?;
                let MadeToken { id, token, until } = made;
                writeln!(out, "The token {id} works until {until}. Shown this once:")?;
                writeln!(out, "{}", token.expose())?;
            }
            Self::List { json, .. } => list(&host.access()?.tokens().await?, json, out)?,
            Self::Revoke { id, .. } => {
                host.access()?.revoke_token(id.clone(), context).await.map_err(input_error)?;
                writeln!(out, "The token {id} no longer works.")?;
            }
        }
        Ok(Outcome::Success)
    }
}

/// The scope of these actions and keys; none without actions.
fn scope(actions: &[String], repositories: Vec<String>) -> anyhow::Result<Option<TokenScope>> {
    let known = Action::ALL.map(name_of);
    let action = |wanted: &String| {
        let found =
            Action::ALL.into_iter().find(|action| name_of(*action) == wanted.to_lowercase());
        let known = known.join(", ");
        found.ok_or_else(|| BadInput(format!("--actions: '{wanted}' is none of {known}")))
    };
    let actions: BTreeSet<Action> = actions.iter().map(action).collect::<Result<_, _>>()?;
    let repositories = repositories.into_iter().collect();
    Ok((!actions.is_empty()).then_some(TokenScope { actions, repositories, provisions: false }))
}

fn list(tokens: &[TokenShown], json: bool, out: Out<'_>) -> anyhow::Result<()> {
    if json {
        let tokens: Vec<_> = tokens.iter().cloned().map(AccessToken::from).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&tokens)?)?;
        return Ok(());
    }
    let rows = tokens.iter().map(|token| {
        [
            token.id.clone(),
            token.user.clone().unwrap_or_else(|| "(erased)".to_owned()),
            token.created_at.to_string(),
            token.until.to_string(),
            token.scope.as_ref().map_or_else(|| "everything".to_owned(), scope_text),
            token.description.clone().unwrap_or_default(),
        ]
    });
    table::write(out, ["id", "user", "made", "until", "may", "for"], rows)?;
    Ok(())
}

fn scope_text(scope: &TokenScope) -> String {
    if scope.provisions {
        return "provisioning".to_owned();
    }
    let actions: Vec<String> = scope.actions.iter().copied().map(name_of).collect();
    let actions = actions.join(", ");
    if scope.repositories.is_empty() {
        return actions;
    }
    let keys: Vec<&str> = scope.repositories.iter().map(String::as_str).collect();
    format!("{actions} in {}", keys.join(", "))
}

/// An action as it is typed.
fn name_of(action: Action) -> String {
    format!("{action:?}").to_lowercase()
}
