"""An application that signs users in with Authlib: `signs_users_in.py ISSUER CLIENT_ID SECRET CALLBACK`.

It prints where a user has to go, and reads where the user came back to. Then it prints who that is, as JSON; and after
another line what each call answers by then.
"""

import json
import sys

import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

ISSUER, CLIENT_ID, SECRET, CALLBACK = sys.argv[1:5]
metadata = requests.get(f'{ISSUER}/.well-known/openid-configuration').json()
assert metadata['issuer'] == ISSUER, metadata


def say(value):
    print(value if isinstance(value, str) else json.dumps(value), flush=True)


def claims_of(token, nonce):
    """Who signed in: the signature and each claim are checked."""
    keys = KeySet.import_key_set(requests.get(metadata['jwks_uri']).json())
    decoded = jwt.decode(token['id_token'], keys, algorithms=['ES256'])
    expected = {'iss': {'value': ISSUER}, 'aud': {'value': CLIENT_ID}}
    params = {'nonce': nonce, 'access_token': token['access_token']}
    claims = CodeIDToken(decoded.claims, decoded.header, expected, params)
    claims.validate()
    return dict(claims)


def refused(call):
    try:
        call()
    except OAuthError as error:
        return error.error
    raise AssertionError('it was not refused')


session = OAuth2Session(
    CLIENT_ID,
    SECRET,
    scope='openid profile offline_access repositories:read',
    redirect_uri=CALLBACK,
    code_challenge_method='S256',
)
verifier, nonce = generate_token(48), generate_token(20)
url, state = session.create_authorization_url(
    metadata['authorization_endpoint'], code_verifier=verifier, nonce=nonce
)
say(url)

came_back = input()
token = session.fetch_token(
    metadata['token_endpoint'], authorization_response=came_back, state=state, code_verifier=verifier
)
claims = claims_of(token, nonce)
info = session.get(metadata['userinfo_endpoint']).json()
first = token['access_token']
token = session.refresh_token(metadata['token_endpoint'], refresh_token=token['refresh_token'])
assert token['access_token'] != first
introspected = session.introspect_token(metadata['introspection_endpoint'], token=token['access_token']).json()
say({'claims': claims, 'info': info, 'introspected': introspected})

input()
refreshed = refused(
    lambda: session.refresh_token(metadata['token_endpoint'], refresh_token=token['refresh_token'])
)
bearer = {'Authorization': f'Bearer {token["access_token"]}'}
info = requests.get(metadata['userinfo_endpoint'], headers=bearer)
introspected = requests.post(
    metadata['introspection_endpoint'], data={'token': token['access_token']}, auth=(CLIENT_ID, SECRET)
)
say({'refreshed': refreshed, 'info': info.status_code, 'introspected': introspected.json()})
