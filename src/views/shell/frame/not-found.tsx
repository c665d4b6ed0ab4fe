import { Notice } from '../../../ui/notice'
import { CommandButton } from '../commands/command-button'
import { Page } from './page'

export function NotFound({ path }: { path: string }) {
  return (
    <Page title="Page not found">
      <Notice
        tone="empty"
        title="There is nothing at this address"
        actions={
          <>
            <CommandButton call="go.health" tone="primary" />
            <CommandButton call="palette.open" label="Search" />
          </>
        }
      >
        {path} is not a page of this console. It may have moved, or the link may be cut short.
      </Notice>
    </Page>
  )
}
