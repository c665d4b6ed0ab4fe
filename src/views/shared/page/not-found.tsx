import { Notice } from '@/ui/notice'
import { CommandButton } from '../commands/command-button'
import { Page } from './page'

export function NotFound({ path }: { path: string }) {
  return (
    <Page title="Page not found">
      <Notice
        tone="empty"
        title="There is no page at this address"
        actions={
          <>
            <CommandButton call="go.health" tone="primary" />
            <CommandButton call="palette.open" label="Search" />
          </>
        }
      >
        {path} does not exist in this console. The page may have moved, or exist only in Mission Control.
      </Notice>
    </Page>
  )
}
