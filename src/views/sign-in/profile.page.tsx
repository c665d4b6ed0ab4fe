import { useRef, useState } from 'react'
import { Skeleton } from '../../ui/skeleton'
import { useLoaded } from '../../ui/use-loaded'
import { announce } from '../../ui/voice'
import { Page } from '../shared/page/page'
import { endingMessage } from './endings'
import type { SessionList } from './sessions'
import css from './sign-in.module.css'
import { type FlowPage, useFlow } from './use-flow'

/** Loaded in parallel with the flow, because the forms are large. */
const loadSections = () => import('./profile-sections')

/** The account of the signed-in user, with a form for each setting. */
export default function Profile() {
  return <ProfilePage page={useFlow('settings')} />
}

export function ProfilePage({ page }: { page: FlowPage }) {
  const [openingReason] = useState(() => endingMessage(history.state))
  const list = useRef<SessionList>(null)
  const sections = useLoaded(loadSections)
  if (sections.is === 'failed') throw sections.error
  const isLoading = sections.is === 'loading' || page.stage.is === 'loading'
  return (
    <Page title="Your profile" of="session" handlers={{ 'list.enter': () => enter(list.current) }}>
      <div className={css.profile}>
        {isLoading ? (
          <Skeleton label="Loading your profile…" as="text" />
        ) : (
          <sections.value.ProfileSections page={page} stage={page.stage} openingReason={openingReason} list={list} />
        )}
      </div>
    </Page>
  )
}

function enter(list: SessionList | null): void {
  if (list) list.enter()
  else announce('There is no list of other sessions.')
}
