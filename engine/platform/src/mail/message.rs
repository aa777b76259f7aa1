//! A mail as it is sent: its text, the same as HTML, and its headers. It loads nothing from anywhere, so that no server
//! learns that it was opened.

use std::time::{Duration, SystemTime};

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};
use waybill_machines::Timestamp;
use waybill_machines::rules::mail::{MailId, MailKind, MailServer};

use super::Language;
use super::texts::{InLanguage, Texts};

/// What an installation without a name of its own and without an address is called.
const UNNAMED: &str = "Waybill";
/// In place of the domain of a sender in a `Message-ID`, where it has letters that are not permitted there.
const NO_DOMAIN: &str = "waybill.invalid";

/// A mail to be written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Draft<'a> {
    pub id: &'a MailId,
    pub kind: MailKind,
    pub language: Language,
    /// The sender.
    pub server: &'a MailServer,
    /// The address of the user.
    pub to: &'a str,
    /// The user name; empty for a test.
    pub name: &'a str,
    /// What the installation is called.
    pub installation: &'a str,
    /// The address of its link.
    pub link: Option<&'a str>,
    /// The name and the mail address of the account that it is about; empty if it is that of the user.
    pub account: (&'a str, &'a str),
    /// When what it is about has happened.
    pub happened_at: Timestamp,
    /// When it is sent.
    pub sent_at: Timestamp,
}

/// The address of the user or of the sender cannot be sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UnusableAddress;

impl Draft<'_> {
    /// The message.
    pub(super) fn message(&self, texts: &Texts) -> Result<Message, UnusableAddress> {
        let texts = texts.of(self.language);
        let from: Address = self.server.from.parse().map_err(|_| UnusableAddress)?;
        let to: Address = self.to.parse().map_err(|_| UnusableAddress)?;
        let domain = from.domain();
        let is_plain =
            domain.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
        let id = format!("<{}@{}>", self.id, if is_plain { domain } else { NO_DOMAIN });
        let name = Some(self.server.from_name.clone()).filter(|name| !name.is_empty());
        let subject = self.filled(&texts.of(self.kind).subject, str::to_owned);
        Message::builder()
            .from(Mailbox::new(name, from))
            .to(Mailbox::new(None, to))
            .subject(subject)
            .message_id(Some(id))
            .date(time_of(self.sent_at))
            // No out-of-office reply is sent to it (RFC 3834).
            .raw_header(header("Auto-Submitted", "auto-generated"))
            .raw_header(header("Content-Language", self.language.as_str()))
            .multipart(MultiPart::alternative_plain_html(self.text(texts), self.html(texts)))
            .map_err(|_| UnusableAddress)
    }

    fn text(&self, texts: &InLanguage) -> String {
        let of_kind = texts.of(self.kind);
        let filled = |text: &str| self.filled(text, str::to_owned);
        let mut parts = Vec::new();
        if !self.name.is_empty() {
            parts.push(filled(&texts.greeting));
        }
        parts.extend(of_kind.lines.iter().map(|line| filled(line)));
        if let (Some(link), Some(button)) = (self.link, &of_kind.button) {
            parts.push(format!("{}:\n{link}", filled(button)));
        }
        parts.push(format!("-- \n{}", filled(&texts.footer)));
        let mut text = parts.join("\n\n");
        text.push('\n');
        text
    }

    fn html(&self, texts: &InLanguage) -> String {
        let of_kind = texts.of(self.kind);
        // A name may be of another direction than the text around it.
        let filled = |text: &str| {
            self.filled(&escaped(text), |value| format!("<bdi>{}</bdi>", escaped(value)))
        };
        let paragraph = |text: String| format!("<p style=\"margin:0 0 16px\">{text}</p>\n");
        let direction = if self.language.is_right_to_left() { "rtl" } else { "ltr" };
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"{}\" dir=\"{direction}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <title>{}</title>\n\
             </head>\n<body style=\"margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1c1c1c;\
             background:#ffffff\">\n\
             <div style=\"max-width:600px;margin:0 auto\">\n",
            self.language.as_str(),
            escaped(&self.filled(&of_kind.subject, str::to_owned)),
        );
        if !self.name.is_empty() {
            html += &paragraph(filled(&texts.greeting));
        }
        for line in &of_kind.lines {
            html += &paragraph(filled(line));
        }
        if let (Some(link), Some(button)) = (self.link, &of_kind.button) {
            let (link, button) = (escaped(link), filled(button));
            html += &paragraph(format!(
                "<a href=\"{link}\" style=\"display:inline-block;padding:12px 20px;border-radius:4px;\
                 background:#0b5cad;color:#ffffff;text-decoration:none\">{button}</a>"
            ));
            html += &paragraph(format!(
                "{}<br><a href=\"{link}\" dir=\"ltr\" style=\"word-break:break-all\">{link}</a>",
                filled(&texts.link_hint)
            ));
        }
        html += &format!(
            "<p style=\"margin:24px 0 0;font-size:13px;color:#5c5c5c\">{}</p>\n</div>\n</body>\n</html>\n",
            filled(&texts.footer)
        );
        html
    }

    /// A text with its placeholders replaced, each once: what a user has chosen is read as no placeholder.
    fn filled(&self, text: &str, value: impl Fn(&str) -> String) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let Some((name, behind)) = after.split_once('}') else { break };
            match name {
                "name" => filled.push_str(&value(self.name)),
                "server" => filled.push_str(&value(self.installation)),
                "at" => filled.push_str(&value(&minute_of(self.happened_at))),
                "account" => filled.push_str(&value(self.account.0)),
                "email" => filled.push_str(&value(self.account.1)),
                _ => {}
            }
            rest = behind;
        }
        filled.push_str(rest);
        filled
    }
}

/// What mails call an installation: by its name, if it has one of its own, and by the host, which links begin with.
pub(super) fn called(server_name: &str, host: Option<&str>) -> String {
    match (server_name.trim(), host) {
        ("" | UNNAMED, host) => host.unwrap_or(UNNAMED).to_owned(),
        (name, None) => name.to_owned(),
        (name, Some(host)) => format!("{name} ({host})"),
    }
}

/// A header whose name and value are ours.
fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

fn time_of(at: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(at.as_ms()).unwrap_or(0))
}

/// A time to the minute, which is understood in all languages.
fn minute_of(at: Timestamp) -> String {
    let text = at.to_text();
    let part = |range| std::str::from_utf8(&text[range]).unwrap_or_default();
    format!("{} {} UTC", part(0..10), part(11..16))
}

/// A text in HTML, also within quotes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use waybill_machines::rules::mail::MailSecurity;

    use super::*;

    fn server() -> MailServer {
        MailServer {
            host: "mail.example.org".into(),
            port: 587,
            security: MailSecurity::Starttls,
            user: None,
            from: "waybill@example.org".into(),
            from_name: "Wäybill, \"the\" server".into(),
        }
    }

    const LINK: &str = "https://waybill.example.org/ui/login/reset-password?key=r_0&x='1";

    fn draft<'a>(id: &'a MailId, server: &'a MailServer, name: &'a str) -> Draft<'a> {
        Draft {
            id,
            kind: MailKind::ResetPassword,
            language: Language::English,
            server,
            to: "ann@example.org",
            name,
            installation: "waybill.example.org",
            link: Some(LINK),
            account: (name, "carol@example.net"),
            happened_at: Timestamp::from_ms(1_700_000_000_000),
            sent_at: Timestamp::from_ms(1_700_000_000_000),
        }
    }

    /// covers: [PASS-04]
    #[test]
    fn a_message_has_its_headers_once() {
        let (id, server, texts) = (MailId("m_1".into()), server(), Texts::read().unwrap());
        let message = draft(&id, &server, "ann").message(&texts).unwrap();
        let written = String::from_utf8(message.formatted()).unwrap();
        for header in [
            "Message-ID: <m_1@example.org>\r\n",
            "Auto-Submitted: auto-generated\r\n",
            "Date: Tue, 14 Nov 2023 22:13:20 +0000\r\n",
            "To: ann@example.org\r\n",
            "Subject: Choose a new password\r\n",
            "Content-Type: multipart/alternative;",
        ] {
            assert_eq!(written.matches(header).count(), 1, "{header} in {written}");
        }
        assert!(written.is_ascii(), "every server takes it");
        assert_eq!(message.envelope().to().len(), 1);
    }

    /// covers: [PASS-04]
    #[test]
    fn what_a_user_has_chosen_is_text() {
        let (id, server, texts) = (MailId("m_1".into()), server(), Texts::read().unwrap());
        let name = "<b>{server}</b>\"&";
        for language in Language::ALL {
            for kind in MailKind::ALL {
                let draft = Draft { kind, language, ..draft(&id, &server, name) };
                let (text, html) = (draft.text(texts.of(language)), draft.html(texts.of(language)));
                assert!(text.contains(name) && !html.contains("<b>"), "{html}");
                assert!(html.contains("&lt;b&gt;{server}&lt;/b&gt;&quot;&amp;"), "{html}");
                assert_eq!(text.contains(LINK), kind.has_link(), "{text}");
                let escaped = LINK.replace('&', "&amp;").replace('\'', "&#39;");
                let links = if kind.has_link() { 3 } else { 0 };
                assert_eq!(html.matches(&escaped).count(), links, "{html}");
                for loaded in ["src=", "url(", "@import", "<script", "<img", "<link"] {
                    assert!(!html.contains(loaded), "{loaded}");
                }
            }
        }
        let wrong = Draft { to: "ann", ..draft(&id, &server, "ann") };
        assert_eq!(wrong.message(&texts).err(), Some(UnusableAddress));
    }

    /// covers: [PASS-04]
    #[test]
    fn an_installation_is_called_by_its_own_name() {
        let host = Some("waybill.example.org");
        assert_eq!(called("Acme builds", host), "Acme builds (waybill.example.org)");
        assert_eq!(called("Acme builds", None), "Acme builds");
        for unnamed in ["Waybill", "", " "] {
            assert_eq!(called(unnamed, host), "waybill.example.org");
            assert_eq!(called(unnamed, None), "Waybill");
        }
    }

    #[test]
    fn a_time_is_shown_to_the_minute() {
        assert_eq!(minute_of(Timestamp::from_ms(1_700_000_000_000)), "2023-11-14 22:13 UTC");
    }
}
