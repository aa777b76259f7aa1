//! The topic `logs` where another platform has the logs: it is asked again and again, soon after something was written
//! and, while nothing is, as seldom as it wants to be asked.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use waybill_platform::logs::{Cursor, Gap, LogAsk, LogData, Logs, LogsError};

use super::{Args, place};
use crate::topics::{TopicRefusal, TopicSender, TopicSource, TopicStream, Viewer};

/// After something new it is asked again so soon.
const SOON: Duration = Duration::from_secs(1);
/// So much is pushed at once; the page reads over HTTP what lies before it.
const PIECE_BYTES_MAX: usize = 32 * 1_024;

/// The source.
pub struct AskedLogTopic(pub Arc<dyn Logs>);

impl TopicSource for AskedLogTopic {
    fn name(&self) -> &'static str {
        "logs"
    }

    fn authorise(&self, viewer: &Viewer, _: &Value) -> Result<(), TopicRefusal> {
        viewer.require_admin()
    }

    fn open(
        &self,
        _: Viewer,
        args: Value,
        cursor: Option<String>,
    ) -> Result<TopicStream, TopicRefusal> {
        let args = Args::read(&args)?;
        let (logs, cursor) = (Arc::clone(&self.0), cursor.as_deref().and_then(place));
        Ok(TopicStream::spawn(move |sender| follow(logs, args, cursor, sender)))
    }
}

/// What was written, in the shape of what is pushed of a log of this process.
#[derive(Serialize)]
struct Pushed<'a> {
    text: &'a str,
    from: u64,
    file_size: u64,
    generation: &'a str,
    gap: Option<Gap>,
    last_update_modified: &'a str,
    last_update_label: &'a str,
}

async fn follow(
    logs: Arc<dyn Logs>,
    args: Args,
    cursor: Option<Cursor>,
    sender: TopicSender,
) -> Result<(), TopicRefusal> {
    let config = logs.config(args.service, Some(args.node.clone())).await;
    let config = config.map_err(|error| refusal(&error))?;
    let seldom = Duration::from_millis(config.refresh_rate_millis.into());
    let (mut wait, mut is_first) = (SOON, cursor.is_none());
    let mut cursor = cursor.unwrap_or_default();
    loop {
        let (node, id) = (Some(args.node.clone()), args.id.clone());
        let ask = LogAsk { service: args.service, node, id, cursor: cursor.clone() };
        let data = logs.data(ask).await.map_err(|error| refusal(&error))?;
        let is_news = data.file_size != cursor.offset || data.gap.is_some();
        if is_first || is_news {
            let pushed = pushed(&data, is_first);
            let at = format!("{}@{}", data.file_size, data.generation);
            sender.send(Some(at), &pushed).await?;
        }
        wait = if is_news { SOON } else { (wait * 2).min(seldom.max(SOON)) };
        is_first = false;
        cursor = Cursor { offset: data.file_size, generation: Some(data.generation) };
        tokio::time::sleep(wait).await;
    }
}

/// Whoever named no place begins with what is written next: the first message only says where that is.
fn pushed(data: &LogData, is_first: bool) -> Pushed<'_> {
    let text = if is_first { "" } else { end_of(&data.log_content) };
    Pushed {
        text,
        from: data.file_size.saturating_sub(text.len() as u64),
        file_size: data.file_size,
        generation: &data.generation,
        gap: data.gap,
        last_update_modified: &data.last_update_modified,
        last_update_label: &data.last_update_label,
    }
}

/// The end of a text, of as many bytes as are pushed at once, in whole characters.
fn end_of(text: &str) -> &str {
    let mut from = text.len().saturating_sub(PIECE_BYTES_MAX);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    &text[from..]
}

fn refusal(error: &LogsError) -> TopicRefusal {
    let message = format!("{error}.");
    match error.code() {
        code @ ("beyond_end" | "service_not_running" | "unknown_node" | "unknown_log") => {
            TopicRefusal::final_(code, message)
        }
        code => TopicRefusal::temporary(code, message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_text_is_bounded_and_made_of_whole_characters() {
        assert_eq!(end_of("short"), "short");
        let long = "ä".repeat(PIECE_BYTES_MAX);
        assert_eq!(end_of(&long).len(), PIECE_BYTES_MAX);
        assert_eq!(end_of(&format!("{long}x")).len(), PIECE_BYTES_MAX - 1);
    }
}
