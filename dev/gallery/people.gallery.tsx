import { InvitePerson } from '../../src/views/settings/people/person-forms'
import RevealDialog from '@/views/shell/messages/reveal-dialog'
import { PendingConsole } from './pending-console'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

const link = 'https://console.example/recovery?flow=0f2c6c1e-5a0b-4a53-9d0f-1f0f3a9f0c11'

/** The dialogs about people. */
export default {
  title: 'People',
  states: {},
  apart: {
    Invite: () => (
      <PendingConsole>
        <InvitePerson
          call={{ id: 'person.invite', args: {} }}
          written="person.invite"
          known={{}}
          places={[]}
          onClose={nothing}
          onAnswer={nothing}
        />
      </PendingConsole>
    ),
    Handed: () => (
      <RevealDialog
        title="Sign-in link for Priya Nair"
        description="Anyone with this link can choose a password and sign in as this person. It works once, for one day."
        items={[
          { label: 'One-time link', text: `${link}#code=482915` },
          { label: 'Code, if the page prompts for it', text: '482915' },
        ]}
        notes={['A message with the link and the code was sent to their address.']}
        onClose={nothing}
      />
    ),
  },
} satisfies Exhibit
