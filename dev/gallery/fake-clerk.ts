import type { ClerkProp } from '@clerk/react'

export const CLERK_KEY = `pk_test_${btoa('happy-fox-1.clerk.accounts.dev$')}`

export type FakeOrganisation = { id: string; name: string; publicMetadata: Record<string, unknown> }
export type FakeState = {
  user?: { id: string; organisations: readonly FakeOrganisation[] }
  /** The id of the chosen organisation. */
  organisation?: string
  /** A remaining sign-in step. */
  task?: string
}

type Listener = (resources: unknown) => void
type Mounted = { name: string; node: HTMLElement; props: Record<string, unknown> }

const forms = ['SignIn', 'SignUp', 'UserProfile', 'UserButton', 'OrganizationSwitcher', 'OrganizationList'] as const

/**
 * Replaces the parts of Clerk's script that this console uses, because tests cannot load it. Its forms are elements
 * with their name as text.
 */
export function fakeClerk(first: FakeState, { load = () => Promise.resolve() }: { load?: () => Promise<void> } = {}) {
  let resources: Record<string, unknown> = {}
  let tokens = 0
  let options: Record<string, unknown> = {}
  const listeners = new Set<Listener>()
  const statusListeners = new Set<(status: string) => void>()
  const mounted: Mounted[] = []
  const tokenOptions: Record<string, unknown>[] = []
  let state = first

  const clerk: Record<string, unknown> = {
    loaded: false,
    status: 'loading',
    async load(given: Record<string, unknown>) {
      options = given
      try {
        await load()
      } catch (error) {
        setStatus('error')
        throw error
      }
      clerk['loaded'] = true
      setStatus('ready')
      emit()
    },
    on(_name: string, listener: (status: string) => void, { notify = false }: { notify?: boolean } = {}) {
      statusListeners.add(listener)
      if (notify) listener(String(clerk['status']))
    },
    off: (_name: string, listener: (status: string) => void) => void statusListeners.delete(listener),
    addListener(listener: Listener, { skipInitialEmit = false }: { skipInitialEmit?: boolean } = {}) {
      listeners.add(listener)
      if (!skipInitialEmit) listener(resources)
      return () => listeners.delete(listener)
    },
    async signOut({ redirectUrl }: { redirectUrl?: string } = {}) {
      become({})
      if (redirectUrl !== undefined) (options['routerPush'] as (to: string) => void)(redirectUrl)
    },
    __internal_updateProps: () => undefined,
    __experimental_prefetchOrganizationSwitcher: () => undefined,
    __internal_attemptToEnableEnvironmentSetting: () => ({ isEnabled: true }),
  }
  for (const name of forms) {
    clerk[`mount${name}`] = (node: HTMLElement, props: Record<string, unknown>) => {
      const button = node.appendChild(document.createElement('button'))
      button.textContent = `Clerk ${name}`
      button.style.minHeight = '1.75rem'
      mounted.push({ name, node, props })
    }
    clerk[`unmount${name}`] = (node: HTMLElement) => node.replaceChildren()
  }

  function setStatus(status: string) {
    clerk['status'] = status
    for (const listener of statusListeners) listener(status)
  }

  function become(next: FakeState) {
    state = next
    emit()
  }

  function emit() {
    const { user, organisation, task } = state
    const organisations = user?.organisations.map((one) => ({
      slug: one.id,
      ...one,
      reload: async () => emit(),
    }))
    const memberships = organisations?.map((one) => ({
      id: `member of ${one.id}`,
      role: 'org:admin',
      permissions: [],
      organization: one,
    }))
    const chosen = organisations?.find(({ id }) => id === organisation)
    const known = user && { id: user.id, organizationMemberships: memberships }
    const session = user && {
      id: `session of ${user.id}`,
      status: task === undefined ? 'active' : 'pending',
      user: known,
      lastActiveOrganizationId: chosen?.id ?? null,
      lastActiveToken: null,
      currentTask: task === undefined ? null : { key: task },
      checkAuthorization: () => true,
      async getToken(given: Record<string, unknown>) {
        tokenOptions.push(given)
        return `token ${++tokens} of ${chosen?.id}`
      },
    }
    const client = { sessions: session ? [session] : [], signedInSessions: session ? [session] : [] }
    resources = { client, session: session ?? null, user: known ?? null, organization: chosen ?? null }
    Object.assign(clerk, resources, { isSignedIn: user !== undefined, __internal_lastEmittedResources: resources })
    for (const listener of listeners) listener(resources)
  }

  emit()
  /** Methods that a later release adds do nothing here. */
  const all = new Proxy(clerk, {
    get: (target, name) =>
      name in target || typeof name === 'symbol' || !/^(?:mount|unmount|open|close|__)/.test(name)
        ? target[name as string]
        : () => undefined,
  })
  return {
    clerk: all as unknown as ClerkProp,
    become,
    /** The properties of the last render of a form. */
    props: (name: (typeof forms)[number]) => mounted.findLast((one) => one.name === name)?.props,
    /** The options of the provider. */
    options: () => options,
    /** The options of all requests for tokens. */
    tokenOptions,
  }
}
