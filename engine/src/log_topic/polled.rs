//! The topic `logs` where the logs belong to another platform, which is polled: often while lines are being written,
//! and less and less often, down to the rate that it asks for, while there are none.

use std::sync::Arc;
use std::time::Duration;

use waybill_platform::logs::{Appended, Cursor, LogRequest, Logs, LogsError, LogsErrorCode};

use super::LogArgs;
use crate::topics::{TopicEndCode, TopicRefusal, TopicSender};

/// The polling interval after new lines.
const MIN_INTERVAL: Duration = Duration::from_secs(1);
/// At most this much is sent at once; the page reads earlier text over HTTP.
const PIECE_BYTES_MAX: usize = 32 * 1_024;

/// Sends what is written, until the follower is gone.
pub(super) async fn follow(
    logs: Arc<dyn Logs>,
    args: LogArgs,
    cursor: Option<Cursor>,
    sender: TopicSender,
) -> Result<(), TopicRefusal> {
    let config = logs.config(args.service, Some(args.node.clone())).await;
    let config = config.map_err(|error| refusal(&error))?;
    let max_interval = Duration::from_millis(config.refresh_rate_millis.into());
    let (mut interval, mut is_first) = (MIN_INTERVAL, cursor.is_none());
    let mut cursor = cursor.unwrap_or_default();
    loop {
        let (node, id) = (Some(args.node.clone()), args.id.clone());
        let log_request = LogRequest { service: args.service, node, id, cursor: cursor.clone() };
        let data = logs.data(log_request).await.map_err(|error| refusal(&error))?;
        let has_changed = data.file_size != cursor.offset || data.gap.is_some();
        if is_first || has_changed {
            let at = format!("{}@{}", data.file_size, data.generation);
            // Without a cursor a subscription begins at the end: its first message has no text, only that position.
            let text = if is_first { "" } else { end_of(&data.log_content) };
            sender.send(Some(at), &Appended::read(&data, text)).await?;
        }
        interval = if has_changed {
            MIN_INTERVAL
        } else {
            (interval * 2).min(max_interval.max(MIN_INTERVAL))
        };
        is_first = false;
        cursor = Cursor { offset: data.file_size, generation: Some(data.generation) };
        tokio::time::sleep(interval).await;
    }
}

/// The end of a text, at most [`PIECE_BYTES_MAX`] long, in whole characters.
fn end_of(text: &str) -> &str {
    let mut from = text.len().saturating_sub(PIECE_BYTES_MAX);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    &text[from..]
}

fn refusal(error: &LogsError) -> TopicRefusal {
    let message = format!("{error}.");
    let code = TopicEndCode::Log(error.code());
    match error.code() {
        LogsErrorCode::BeyondEnd
        | LogsErrorCode::ServiceNotRunning
        | LogsErrorCode::UnknownNode
        | LogsErrorCode::UnknownLog => TopicRefusal::permanent(code, message),
        LogsErrorCode::LogUnreadable | LogsErrorCode::Remote(_) => {
            TopicRefusal::temporary(code, message)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_text_is_bounded_and_has_whole_characters() {
        assert_eq!(end_of("short"), "short");
        let long = "ä".repeat(PIECE_BYTES_MAX);
        assert_eq!(end_of(&long).len(), PIECE_BYTES_MAX);
        assert_eq!(end_of(&format!("{long}x")).len(), PIECE_BYTES_MAX - 1);
    }
}
