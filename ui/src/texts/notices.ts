import { plainArea } from './i18n/plainArea';

// What the server's notices say that only users inside get, by their codes. They are loaded with the first of them.

export const notices = {
  retention_failed: 'There was an error while trying to fetch retention feature status: {message}',
  log_viewer_failed: 'The logs could not be read: {message}',
  project_not_created: 'Failed to create a project',
  onboarding_not_sent: 'Your answers could not be sent.',
  onboarding_not_dismissed: 'Your choice could not be saved. You will be asked again.',
  node_removed: 'The node has been removed from the topology.',
  node_removed_already: 'This node has already been removed.',
  node_unknown: 'This node does not exist.',
  node_online: 'This node is online. Only stopped nodes can be removed.',
  node_not_removed: 'The node could not be removed.',
  node_removal_interrupted: 'The server stopped while removing the node. Check the list for the result.',
  /** `key` is that of the integration. They may come after its pages were left. */
  git: {
    test_failed: 'Connection test failed, please check your credentials',
    created: 'Successfully created {key}',
    updated: 'Successfully updated {key}',
    deleted: 'Successfully deleted {key}',
    create_failed: 'Error while creating integration',
    update_failed: 'Error while updating integration',
    delete_failed: 'Error while deleting integration',
  },
} as const;

plainArea('notices', notices);
