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

const formNames = ['SignIn', 'SignUp', 'UserProfile', 'UserButton', 'OrganizationSwitcher', 'OrganizationList'] as const

/**
 * Replaces the parts of Clerk's script that this console uses, because tests cannot load it. Its forms are elements
 * with their name as text.
 */
export function fakeClerk(first: FakeState, { load = () => Promise.resolve() }: { load?: () => Promise<void> } = {}) {
  const tokenOptions: Record<string, unknown>[] = []
  const forms = createForms()
  const { events, setStatus, setResources } = createEvents()
  let options: Record<string, unknown> = {}
  let state = first

  const emit = () => {
    const resources = describeResources(state, { reload: emit, countToken: (given) => tokenOptions.push(given) })
    Object.assign(clerk, resources, {
      isSignedIn: state.user !== undefined,
      __internal_lastEmittedResources: resources,
    })
    setResources(resources)
  }
  const become = (next: FakeState) => {
    state = next
    emit()
  }

  const clerk: Record<string, unknown> = {
    loaded: false,
    status: 'loading',
    async load(given: Record<string, unknown>) {
      options = given
      try {
        await load()
      } catch (error) {
        clerk['status'] = 'error'
        setStatus('error')
        throw error
      }
      clerk['loaded'] = true
      clerk['status'] = 'ready'
      setStatus('ready')
      emit()
    },
    ...events,
    async signOut({ redirectUrl }: { redirectUrl?: string } = {}) {
      become({})
      if (redirectUrl !== undefined) (options['routerPush'] as (to: string) => void)(redirectUrl)
    },
    __internal_updateProps: () => undefined,
    __experimental_prefetchOrganizationSwitcher: () => undefined,
    __internal_attemptToEnableEnvironmentSetting: () => ({ isEnabled: true }),
    ...forms.methods,
  }

  emit()
  return {
    clerk: ignoreLaterMethods(clerk) as unknown as ClerkProp,
    become,
    props: forms.props,
    /** The options of the provider. */
    options: () => options,
    /** The options of all requests for tokens. */
    tokenOptions,
  }
}

/** The subscriptions to the state of the script and to its resources. */
function createEvents() {
  let status = 'loading'
  let resources: unknown = {}
  const listeners = new Set<Listener>()
  const statusListeners = new Set<(status: string) => void>()
  return {
    events: {
      on(_name: string, listener: (status: string) => void, { notify = false }: { notify?: boolean } = {}) {
        statusListeners.add(listener)
        if (notify) listener(status)
      },
      off: (_name: string, listener: (status: string) => void) => void statusListeners.delete(listener),
      addListener(listener: Listener, { skipInitialEmit = false }: { skipInitialEmit?: boolean } = {}) {
        listeners.add(listener)
        if (!skipInitialEmit) listener(resources)
        return () => listeners.delete(listener)
      },
    },
    setStatus: (next: string) => {
      status = next
      for (const listener of statusListeners) listener(status)
    },
    setResources: (next: unknown) => {
      resources = next
      for (const listener of listeners) listener(resources)
    },
  }
}

/** The methods that render and remove Clerk's forms. */
function createForms() {
  const mounted: { name: string; props: Record<string, unknown> }[] = []
  const methods: Record<string, unknown> = {}
  for (const name of formNames) {
    methods[`mount${name}`] = (node: HTMLElement, props: Record<string, unknown>) => {
      const button = node.appendChild(document.createElement('button'))
      button.textContent = `Clerk ${name}`
      button.style.minHeight = '1.75rem'
      mounted.push({ name, props })
    }
    methods[`unmount${name}`] = (node: HTMLElement) => node.replaceChildren()
  }
  return {
    methods,
    /** The properties of the last render of a form. */
    props: (name: (typeof formNames)[number]) => mounted.findLast((one) => one.name === name)?.props,
  }
}

/** Returns the client, session, user and organisation of a state, in Clerk's own shape. */
function describeResources(
  { user, organisation, task }: FakeState,
  { reload, countToken }: { reload: () => void; countToken: (options: Record<string, unknown>) => number }
) {
  const organisations = user?.organisations.map((one) => ({ slug: one.id, ...one, reload: async () => reload() }))
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
      return `token ${countToken(given)} of ${chosen?.id}`
    },
  }
  const client = { sessions: session ? [session] : [], signedInSessions: session ? [session] : [] }
  return { client, session: session ?? null, user: known ?? null, organization: chosen ?? null }
}

/** Methods that a later release adds do nothing here. */
const ignoreLaterMethods = (clerk: Record<string, unknown>) =>
  new Proxy(clerk, {
    get: (target, name) =>
      name in target || typeof name === 'symbol' || !/^(?:mount|unmount|open|close|__)/.test(name)
        ? target[name as string]
        : () => undefined,
  })
