"""Clients of the platform's public calls: `platform_calls.py ADDRESS TOKEN TOKEN_WITHOUT_RIGHTS`.

pyartifactory and dohq-artifactory each do what their users do. What they are refused is printed, a line each.
"""

import sys
import tempfile
from pathlib import Path

from artifactory import ArtifactoryPath
from pyartifactory import Artifactory
from pyartifactory.models import LocalRepository

ADDRESS, TOKEN, OTHER = sys.argv[1:4]


def refused(call):
    try:
        call()
    except Exception as error:
        print(f'refused: {type(error).__name__}: {error}'.replace('\n', ' '))
    else:
        raise AssertionError('it was not refused')


def pyartifactory():
    folder = Path(tempfile.mkdtemp())
    (folder / 'a.txt').write_text('hello')
    (folder / 'b.txt').write_text('other')
    (folder / 'found').mkdir()
    server = Artifactory(url=ADDRESS, auth=('ann', TOKEN), api_version=1)
    for key in ['py', 'py-copies']:
        server.repositories.create_repo(LocalRepository(key=key))
    assert {'py', 'py-copies'} <= {one.key for one in server.repositories.list()}
    files = server.artifacts
    files.deploy(folder / 'a.txt', 'py/team/a.txt')
    files.deploy(folder / 'b.txt', 'py/team/b.txt', properties={'os': ['linux', 'mac']})
    assert {one.uri for one in files.list('py').files} == {'/team/a.txt', '/team/b.txt'}
    assert files.set_properties('py/team/a.txt', {'build': ['7']}).properties == {'build': ['7']}
    files.copy('py/team/a.txt', 'py-copies/c.txt')
    assert files.properties('py-copies/c.txt').properties == {'build': ['7']}
    files.move('py/team/b.txt', 'py-copies/moved/b.txt')
    found = files.download('py-copies/moved/b.txt', str(folder / 'found'))
    assert Path(found).read_text() == 'other'
    files.delete('py-copies/c.txt')


def dohq():
    def at(path, token=TOKEN):
        return ArtifactoryPath(f'{ADDRESS}/{path}', auth=('ann', token))

    assert at('py/team/a.txt').exists() and not at('py-copies/c.txt').exists()
    at('py/team/a.txt').copy(at('py-copies/d.txt'))
    at('py-copies/d.txt').move(at('py-copies/e.txt'))
    assert at('py-copies/e.txt').read_text() == 'hello' and not at('py-copies/d.txt').exists()
    at('py-copies/e.txt').set_properties({'os': ['linux']})
    assert at('py-copies/e.txt').properties['os'] == ['linux']
    criteria = {'repo': 'py-copies', '$or': [{'name': {'$match': 'e*'}}, {'size': {'$gt': 100}}]}
    fields = ['repo', 'path', 'name', 'type', 'size', 'sha256']
    query = ['items.find', criteria, '.include', fields, '.sort', {'$asc': ['name']}, '.limit', 5]
    found = at('').aql(*query)
    assert [(one['name'], one['size']) for one in found] == [('e.txt', 5)], found
    assert at('').from_aql(found[0]).read_text() == 'hello'
    refused(lambda: at('').aql('items.find({"nope":1})'))
    refused(lambda: at('py/team').move(at('py/team/below')))
    refused(lambda: at('py/team/a.txt', OTHER).copy(at('py-copies/f.txt', OTHER)))
    at('py-copies/e.txt').unlink()
    assert [str(one).rsplit('/', 1)[-1] for one in at('py-copies')] == ['moved']


pyartifactory()
dohq()
