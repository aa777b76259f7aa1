import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { addresses } from '@/generated/api';
import { addressOf } from '@/lib/basePath';
import { texts } from '@/texts/activity';

/** Downloads the log of this session as a file that can be verified. */
export function DownloadLog() {
  return (
    <ActionIcon
      component="a"
      size="lg"
      variant="default"
      href={addresses.getSessionTrace(addressOf)}
      download
      aria-label={texts.activity.download}
      title={texts.activity.download}
    >
      <IconDownload size={16} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}
