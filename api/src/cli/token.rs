//! `waybill token`: manages access tokens on the server's machine, while the server is stopped.

use clap::Subcommand;
use waybill_platform::access::{AccessTokens as _, NewToken, TokenShown};
use waybill_scenario::format::Duration;

use super::acting::context;
use super::out::say;
use super::user::{input_error, open, person};
use super::{BadInput, DataDir, Outcome, table};
use crate::wire::access::AccessToken;

/// What to do with tokens.
#[derive(Debug, Subcommand)]
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
        #[command(flatten)]
        data: DataDir,
    },
    /// List the tokens that were not revoked.
    List {
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        data: DataDir,
    },
    /// Let a token work no more.
    Revoke {
        /// Its id, as `waybill token list` shows it.
        id: String,
        #[command(flatten)]
        data: DataDir,
    },
}

/// Runs the command.
pub async fn run(command: Command) -> anyhow::Result<Outcome> {
    let context = context();
    match command {
        Command::Make { user, expires, description, data } => {
            let lives: Duration =
                expires.parse().map_err(|wanted| BadInput(format!("--expires takes {wanted}")))?;
            let access = open(&data)?;
            let person = person(&access, &user).await?;
            let new = NewToken { person, description, lives_ms: lives.ms };
            let made = access.make_token(new, context).await.map_err(input_error)?;
            say!("The token {} works until {}. Shown this once:", made.id, made.until)?;
            say!("{}", made.token.expose())?;
        }
        Command::List { json, data } => list(&open(&data)?.tokens().await?, json)?,
        Command::Revoke { id, data } => {
            open(&data)?.revoke_token(id.clone(), context).await.map_err(input_error)?;
            say!("The token {id} does not work any more.")?;
        }
    }
    Ok(Outcome::Success)
}

fn list(tokens: &[TokenShown], json: bool) -> anyhow::Result<()> {
    if json {
        let tokens: Vec<_> = tokens.iter().cloned().map(AccessToken::from).collect();
        say!("{}", serde_json::to_string_pretty(&tokens)?)?;
        return Ok(());
    }
    let rows = tokens.iter().map(|token| {
        [
            token.id.clone(),
            token.user.clone().unwrap_or_else(|| "(erased)".to_owned()),
            token.created_at.to_string(),
            token.until.to_string(),
            token.description.clone().unwrap_or_default(),
        ]
    });
    table::print(["id", "user", "made", "until", "for"], rows)?;
    Ok(())
}
