import { Box, Container, Database, Layers } from 'lucide-react'
import { expect, test } from 'vitest'
import { iconOf } from './type-icons'

test.each([
  ['Kubernetes::Deployment', 'Deployment', Layers],
  ['Kubernetes::Pod', 'Pod', Container],
  ['AWS::RDS::DBInstance', 'RelationalDatabase', Database],
  // The type says nothing that is known; the class does.
  ['Azure::Flexible', 'Database', Database],
  ['AWS::::Thing', 'Thing', Box],
  ['', '', Box],
])('the icon of %s, %s [CAT-05]', (type, configClass, icon) => {
  expect(iconOf(type, configClass)).toBe(icon)
})
