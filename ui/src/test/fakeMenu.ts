import type { Facts, MenuItem, Menus, View } from '@/generated/types';
import { adminMenus } from './fakePlaces';

const item = (id: string, icon: string, more: Partial<MenuItem>): MenuItem => ({
  id,
  icon,
  route: null,
  href: null,
  action: null,
  url: null,
  badge: null,
  disabled: null,
  group: null,
  ...more,
});

const application = [
  item('packages', 'package', { route: 'packages' }),
  item('artifacts', 'folders', { route: 'repos.tree' }),
  item('builds', 'hammer', { route: 'builds', badge: 'later' }),
  item('release_bundles', 'packages', { route: 'releaseBundles' }),
  item('pipelines', 'git-merge', { route: 'pipelines' }),
  item('insight', 'chart-bar', { route: 'insight' }),
  item('integrations', 'plug', { route: 'integrations' }),
  item('session_activity', 'activity', { route: 'sessionActivity' }),
];

const administration = [
  item('projects', 'stack-2', { route: 'admin.projects', group: 'projects' }),
  item('users', 'user', { route: 'admin.management.users', group: 'management' }),
  item('groups', 'users', { route: 'admin.management.groups', group: 'management' }),
  item('general', 'settings', { route: 'admin.configuration.general', group: 'configuration' }),
  item('webhooks', 'webhook', { route: 'admin.configuration.webhooks', group: 'configuration' }),
  item('advanced', 'adjustments', { route: 'admin.artifactory.list', group: 'configuration' }),
  item('licenses', 'license', { route: 'admin.licenses.licenses', group: 'license_management' }),
  item('service_status', 'heartbeat', { route: 'admin.monitoring.status', group: 'monitoring' }),
  item('topology', 'sitemap', { route: 'admin.topology', group: 'services', disabled: 'service_missing' }),
];

const quickActions = [
  item('new_user', 'user-plus', { route: 'admin.management.users.new', group: 'management' }),
];

const profile = (admin: boolean) => [
  ...(admin ? [item('getting_started', 'flag', { route: 'quickSetup' })] : []),
  ...(admin ? [item('switch_to_classic_ui', 'arrow-back-up', { action: 'switch_ui' })] : []),
  item('edit_profile', 'user-edit', { route: 'userProfile' }),
  item('change_password', 'lock', { action: 'change_password' }),
  item('log_out', 'logout', { action: 'log_out' }),
];

const help = [
  item('documentation', 'book', { action: 'documentation', url: 'https://docs.example/' }),
  item('learning_center', 'school', { action: 'learning_center', url: 'https://learn.example/' }),
  item('keyboard_shortcuts', 'keyboard', { action: 'keyboard_shortcuts' }),
];

/** `GET session/menu`: an administrator has everything, other users the application. */
export function fakeMenu(facts: Facts, view: View | null, project: string | null): Menus {
  const admin = view?.role ? view.role === 'admin' : facts.user.admin;
  const ofProject = admin && project !== null;
  const beside = ofProject ? 'project_settings' : 'administration';
  return {
    ...adminMenus,
    view,
    viewable: facts.user.admin,
    menu: admin ? beside : 'application',
    sections: {
      application,
      administration: admin ? administration : [],
      project_settings: ofProject
        ? [
            item('project_members', 'user', {
              route: 'admin.management.users',
              href: `/admin/management/users?projectKey=${project}`,
            }),
          ]
        : [],
    },
    profile: profile(admin),
    help,
    quick_actions: admin ? quickActions : [],
  };
}
