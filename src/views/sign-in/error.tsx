import { type ReactNode, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { getStoredError, type StoredError } from '@/api/sign-in/identity'
import type { SessionMode } from '@/api/sign-in/session'
import { HOME_PATH } from '@/lib/sign-in/add-return-to'
import { resolveReturnTo } from '@/lib/sign-in/return-to'
import { Button } from '../../ui/button'
import { useAbortable } from '../../ui/hooks'
import { SignInFrame } from './frame'
import { signOutAndLeave } from './sign-out'
import { MessageList } from './messages'
import css from './sign-in.module.css'

const BAD_SESSION =
  'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.'

/** The page for errors of a session, and for errors stored by the identity service. */
export function ErrorPage({ mode = 'kratos' }: { mode?: SessionMode }) {
  const params = new URLSearchParams(location.search)
  const id = params.get('id') ?? params.get('error')
  const code = params.get('error_code')
  if (mode === 'kratos' && code !== 'BAD_SESSION' && id !== null) return <FlowError id={id} />
  return <SessionError mode={mode} isBad={code === 'BAD_SESSION'} back={params.get('return_to') ?? undefined} />
}

type SessionErrorProps = {
  mode?: SessionMode
  isBad: boolean
  back: string | undefined
  /** Replaces the default links. */
  links?: ReactNode
}

export function SessionError({ mode, isBad, back, links: others }: SessionErrorProps) {
  const links = (
    <>
      <a href={resolveReturnTo(back, location.origin)}>Go back</a>
      {others ??
        (isBad && (
          <Button tone="bare" onPress={() => void signOutAndLeave(back, mode)}>
            Sign out
          </Button>
        ))}
    </>
  )
  return (
    <SignInFrame title="Error" links={links} isRead>
      <MessageList messages={isBad ? bad : unknown} isFocusTaken />
    </SignInFrame>
  )
}

const bad = [{ type: 'error', text: BAD_SESSION }] as const
const unknown = [{ type: 'error', text: 'Unknown error' }] as const

function FlowError({ id }: { id: string }) {
  const [error, setError] = useState<StoredError>()
  const load = async (signal: AbortSignal) => {
    const answer = await getStoredError(id, signal)
    if (signal.aborted) return
    if (answer.is === 'gone') navigate(HOME_PATH, { replace: true })
    else setError(answer)
  }
  useAbortable(load, id)
  if (error === undefined || error.is === 'gone') return <SignInFrame title="Error">{null}</SignInFrame>
  return <StoredErrorView error={error} />
}

export function StoredErrorView({ error }: { error: Exclude<StoredError, { is: 'gone' }> }) {
  const details = error.is === 'error' ? [error.reason, error.code && `Code ${error.code}`].filter(Boolean) : []
  return (
    <SignInFrame title="An error occurred" links={<a href={HOME_PATH}>Go back</a>} isRead>
      <p className={css.words}>{error.message || 'Something went wrong'}</p>
      {details.map((line) => (
        <p key={line} className={css.details}>
          {line}
        </p>
      ))}
    </SignInFrame>
  )
}
