"""The library of Helm, as a client: `helm.py package FOLDER INTO`, `index ADDRESS`, `pull ADDRESS CHART VERSION INTO`.

The variables HELM_USER and HELM_PASSWORD are the credentials. An empty version is the newest one that is no pre-release.
"""

import json
import os
import sys

import helm_python as helm

CREDENTIALS = {
    'username': os.environ.get('HELM_USER'),
    'password': os.environ.get('HELM_PASSWORD'),
}


def index(address):
    return helm.repo_index(address, **CREDENTIALS)


def pull(address, chart, version, into):
    pulled = helm.pull(
        chart, repo_url=address, version=version or None, destination=into, **CREDENTIALS
    )
    return pulled


def package(folder, into):
    return helm.package(folder, destination=into)


def render(file):
    with helm.Chart.load(file) as chart:
        return chart.render({}, name='test', namespace='default')


COMMANDS = {command.__name__: command for command in (index, pull, package, render)}

try:
    print(json.dumps(COMMANDS[sys.argv[1]](*sys.argv[2:])))
except helm.HelmError as error:
    sys.exit(f'Error: {error}')
