"""A mail server: `smtp_server.py PORT FOLDER SECURITY [CERTIFICATE KEY [USER PASSWORD]]`.

SECURITY is `starttls`, `tls` or `none`. Each mail that arrives becomes a file of JSON in the folder, `0001.json` and so
on. What becomes of mails is in the file `mode` of the folder, which is read for each:

- `accept`, also without the file: it is taken.
- `defer`, `refuse`: it is answered 451 or 550.
- `hang`: it is written down, and never answered.
- `drop`: it is written down, and the connection ends without an answer.
"""

import asyncio
import json
import ssl
import sys
from email import message_from_bytes, policy
from pathlib import Path

from aiosmtpd.smtp import SMTP, AuthResult

PORT, FOLDER, SECURITY = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
CERTIFICATE, KEY, USER, PASSWORD = (sys.argv[4:] + [None] * 4)[:4]


def mode():
    try:
        return (FOLDER / 'mode').read_text().strip()
    except FileNotFoundError:
        return 'accept'


def part(message, kind):
    found = message.get_body(preferencelist=(kind,))
    return found and found.get_content()


class Handler:
    """Writes mails down."""

    written = 0

    async def handle_DATA(self, server, session, envelope):
        current = mode()
        if current == 'defer':
            return '451 4.3.0 Not now'
        if current == 'refuse':
            return f'550 5.7.1 Not to {envelope.rcpt_tos[0]}'
        self.write(session, envelope, server.transport)
        if current == 'hang':
            await asyncio.sleep(3600)
        if current == 'drop':
            server.transport.abort()
        return '250 2.0.0 Taken'

    def write(self, session, envelope, transport):
        message = message_from_bytes(envelope.content, policy=policy.default)
        mail = {
            'from': envelope.mail_from,
            'to': envelope.rcpt_tos,
            'user': session.auth_data and session.auth_data.decode(),
            'encrypted': transport.get_extra_info('ssl_object') is not None,
            'headers': {name.lower(): str(value) for name, value in message.items()},
            'type': message.get_content_type(),
            'text': part(message, 'plain'),
            'html': part(message, 'html'),
        }
        Handler.written += 1
        file = FOLDER / f'{Handler.written:04}'
        # Whole from the first moment on.
        file.with_suffix('.part').write_text(json.dumps(mail))
        file.with_suffix('.part').rename(file.with_suffix('.json'))


def authenticate(server, session, envelope, mechanism, given):
    is_right = (given.login, given.password) == (USER.encode(), PASSWORD.encode())
    return AuthResult(success=is_right, auth_data=given.login if is_right else None, handled=False)


async def serve():
    context = None
    if CERTIFICATE:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(CERTIFICATE, KEY)
    is_starttls = SECURITY == 'starttls'

    def connection():
        return SMTP(
            Handler(),
            hostname='mail.example',
            tls_context=context if is_starttls else None,
            require_starttls=is_starttls,
            authenticator=authenticate if USER else None,
            auth_required=USER is not None,
            # Over TLS from the first byte it does not know of that.
            auth_require_tls=is_starttls,
            auth_exclude_mechanism=['CRAM-MD5'],
        )

    loop = asyncio.get_running_loop()
    implicit = context if SECURITY == 'tls' else None
    server = await loop.create_server(connection, '127.0.0.1', PORT, ssl=implicit)
    async with server:
        await server.serve_forever()


asyncio.run(serve())
