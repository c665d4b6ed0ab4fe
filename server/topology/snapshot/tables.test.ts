import { expect, test } from 'vitest'
import { formatCsvLine } from './tables'

test.each([
  [['a', 1, true, null, undefined, ''], 'a,1,true,,,'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [[{ a: [1, 'x'] }, []], '"{""a"":[1,""x""]}",[]'],
  [['=1+1', '@x', '+a', '-a', '\tx'], "'=1+1,'@x,'+a,'-a,'\tx"],
  [['-1.5', '+2', -3, 'a=b'], '-1.5,+2,-3,a=b'],
])('writes %j as %s', (values, line) => expect(formatCsvLine(values)).toBe(`${line}\r\n`))
