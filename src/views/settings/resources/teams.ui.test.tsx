import '@/commands/settings/teams.commands'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openCommand, untilDialogClosed } from '@tests/helpers/command-dialog'
import { type ItemOptions, openItem } from '@tests/helpers/item-page'
import { listResponse } from '@tests/helpers/resource-page'
// Loaded lazily on first use, so load it here before the first test.
import '@/ui/form/document/document-view'
import './document-editor'

const TEAM = '5a000002-0000-4000-8000-000000000001'
const [ADA, BO] = ['5a000001-0000-4000-8000-00000000000a', '5a000001-0000-4000-8000-00000000000b']
const ada = { id: ADA, name: 'Ada Lovelace', email: 'ada@shop.example', avatar: null }
const bo = { id: BO, name: 'Bo Li', email: 'bo@shop.example', avatar: null }
const platform = { id: TEAM, name: 'platform', icon: 'group', spec: {}, source: 'UI' }

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const open = (members: readonly object[], address = `/settings/teams/${TEAM}?tab=members`, options: ItemOptions = {}) =>
  openItem('team', 'teams_with_status', address, {
    rows: [platform],
    answer: (path) =>
      path === '/api/db/team_members' ? listResponse(members.map((person) => ({ person }))) : undefined,
    ...options,
  })

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })

test('a team has a name, an icon and a spec; the icon of a new one is group [TEAM-04 TEAM-05 RESOURCE-15]', async () => {
  const { unmount } = await open([], `/settings/teams/${TEAM}`)
  expect([(await field('Name')).value, (await field('Icon')).value]).toEqual(['platform', 'group'])
  await userEvent.click(screen.getByRole('tab', { name: 'Code' }))
  expect((await screen.findByRole('textbox', { name: 'platform as code' })).innerText).toContain('spec:')
  unmount()
  const { posted } = await open([], '/settings/teams/new')
  expect((await field('Icon')).value).toBe('group')
  await userEvent.fill(await field('Name'), 'storefront')
  await userEvent.click(button('Review changes'))
  await userEvent.click(button('Save'))
  await waitFor(() => expect(posted[0]?.[0]).toBe('/api/db/teams'))
  expect(posted[0]?.[1]).toMatchObject({ name: 'storefront', icon: 'group', spec: {} })
})

test('the name of an existing team cannot be changed, in the form or in the code [TEAM-06]', async () => {
  const { posted } = await open([], `/settings/teams/${TEAM}`)
  const name = await field('Name')
  expect(name.readOnly).toBe(true)
  expect(screen.getByText('The name of an existing team cannot be changed.')).toBeTruthy()
  expect((await field('Icon')).readOnly).toBe(false)
  await userEvent.click(screen.getByRole('tab', { name: 'Code' }))
  ;(await screen.findByRole('textbox', { name: 'platform as code' })).focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}{End}s')
  await userEvent.click(button('Review changes'))
  await userEvent.click(button('Update'))
  expect((await screen.findAllByText('The name of an existing team cannot be changed.')).length).toBeGreaterThan(0)
  expect(posted).toEqual([])
})

test('has the tabs Spec, Members and Job History, and lists members with name and e-mail [TEAM-01 TEAM-02 TEAM-03 TEAM-08 TEAM-09 CALL-106]', async () => {
  const { urls } = await open([bo, ada])
  const list = await screen.findByRole('list', { name: 'Members' })
  const names = screen.getAllByRole('tab').map(({ textContent }) => textContent)
  expect(names).toEqual(['Spec', 'Members', 'Job History'])
  const [first] = within(list).getAllByRole('listitem')
  expect(first?.textContent).toContain('Ada Lovelace')
  expect(first?.textContent).toContain('ada@shop.example')
  expect(within(list).getAllByRole('button', { name: 'Remove user' })).toHaveLength(2)
  const asked = urls.find(({ pathname }) => pathname === '/api/db/team_members')?.searchParams
  expect(asked?.get('team_id')).toBe(`eq.${TEAM}`)
})

test('says that a team has no members [TEAM-14]', async () => {
  await open([])
  expect(await screen.findByText("You haven't added any team members to the team yet.")).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Add Members/ })).toBeTruthy()
})

test('adds several users at once, and takes them out again [TEAM-10 TEAM-11 TEAM-12 TEAM-13 TEAM-15 TEAM-17 TEAM-18 CALL-107 CALL-108]', async () => {
  let select: string | null = null
  const { posted, journal, dispatcher, sent } = openCommand(`team.addMembers?team=team:${TEAM}`, {
    answer: (path, body, query) => {
      if (path === '/api/db/people') select = query.get('select')
      if (path === '/api/db/people') return listResponse([ada, bo])
      if (path !== '/api/db/team_members') return undefined
      return listResponse(body === undefined && query.has('person_id') ? [{ team_id: TEAM }] : [])
    },
    environment: { path: `/settings/teams/${TEAM}`, roles: ['admin'] },
    names: { [TEAM]: 'platform' },
  })
  const shown = within(await screen.findByRole('dialog', { name: 'Add users to the team' }))
  await userEvent.click(await shown.findByRole('checkbox', { name: /^Ada Lovelace/ }))
  await userEvent.click(shown.getByRole('checkbox', { name: /^Bo Li/ }))
  expect(select).toBe('id,name,avatar,email')
  await userEvent.click(shown.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(posted).toEqual([
      [
        '/api/db/team_members',
        [
          { team_id: TEAM, person_id: ADA },
          { team_id: TEAM, person_id: BO },
        ],
      ],
    ])
  )
  await untilDialogClosed()
  expect(journal.messages.get()[0]?.text).toBe('Ada Lovelace, Bo Li added to the team successfully')
  await dispatcher.undo()
  const removed = () => sent.filter(({ method }) => method === 'DELETE').map(({ url }) => url)
  await waitFor(() =>
    expect(removed().map((url) => url.split('?')[0])).toEqual(['/api/db/team_members', '/api/db/team_members'])
  )
  for (const person of [ADA, BO])
    expect(removed().some((url) => url.includes(`team_id=eq.${TEAM}`) && url.includes(`person_id=eq.${person}`))).toBe(
      true
    )
})

test('removes no member where the members are not shown', async () => {
  const { journal } = openCommand(`team.removeMember?team=team:${TEAM}&person=${ADA}`, {
    answer: (path) => {
      if (path === '/api/db/people') return listResponse([ada, bo])
      return path === '/api/db/team_members' ? listResponse([{ team_id: TEAM }]) : undefined
    },
    environment: { path: `/settings/teams/${TEAM}`, roles: ['admin'] },
    names: { [TEAM]: 'platform' },
  })
  // Outside the tab of the members, the command does not exist.
  expect(journal.messages.get()).toEqual([])
})
