import { Box, Container, Database, Layers } from 'lucide-react'
import { expect, test } from 'vitest'
import { typeIcon } from './type-icons'

test.each([
  ['Kubernetes::Deployment', 'Deployment', Layers],
  ['Kubernetes::Pod', 'Pod', Container],
  ['AWS::RDS::DBInstance', 'RelationalDatabase', Database],
  // The type is unknown; the class is known.
  ['Azure::Flexible', 'Database', Database],
  ['AWS::::Thing', 'Thing', Box],
  ['', '', Box],
])('returns the icon of %s, %s [CAT-05]', (type, configClass, icon) => {
  expect(typeIcon(type, configClass)).toBe(icon)
})
