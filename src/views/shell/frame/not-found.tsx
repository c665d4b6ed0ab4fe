import { Notice } from '../../../ui/notice'
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
        {path} is not a page of this console, which does not have all pages of Mission Control. It may also have moved.
      </Notice>
    </Page>
  )
}
