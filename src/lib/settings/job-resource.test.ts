import { expect, test } from 'vitest'
import { resourcePath } from '@/shared/routing/registry'
import { jobResource, jobResourceName } from './job-resource'

const ID = '5a000001-0000-4000-8000-000000000001'

const pathOf = (type: string | null, id: string | null = ID) => {
  const found = jobResource({ resource_type: type, resource_id: id, resource_name: 'shop' })
  return found && resourcePath(found.kind, found.id)
}

test.each([
  ['canary', `/settings/canaries/${ID}`],
  ['config_scraper', `/catalog/scrapers/${ID}`],
  ['catalog_scraper', `/catalog/scrapers/${ID}`],
  ['topology', `/settings/topologies/${ID}`],
  ['playbook', `/playbooks/${ID}`],
  ['config', `/catalog/${ID}`],
  ['incident_rule', `/settings/incident_rules/${ID}`],
])('the resource of a job with the type %s has the page %s [JOBS-22 JOBS-23 JOBS-24 JOBS-25 JOBS-26]', (type, path) => {
  expect(pathOf(type)).toBe(path)
})

test.each([
  ['check_statuses', ID],
  [null, ID],
  ['canary', null],
  ['canary', 'default/shop'],
])('a job of the type %s and the id %s has no page', (type, id) => {
  expect(pathOf(type, id)).toBeUndefined()
})

test.each([
  [{ resource_id: ID, resource_name: 'shop' }, 'shop'],
  [{ resource_id: ID, resource_name: ID }, ID.slice(0, 8)],
  [{ resource_id: ID, resource_name: null }, ID.slice(0, 8)],
  [{ resource_id: null, resource_name: 'shop' }, undefined],
])('names the resource of %j', (run, name) => {
  expect(jobResourceName(run)).toBe(name)
})
