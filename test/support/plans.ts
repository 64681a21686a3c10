import type { Sql } from '#core/database/sql.ts'

export function plansOf(sql: Sql, use: (sql: Sql) => void): readonly string[] {
  const texts: string[] = []
  use(
    new Proxy(sql, {
      get(target, name) {
        if (name === 'prepare') {
          return (text: string) => {
            texts.push(text)
            return target.prepare(text)
          }
        }
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
  )
  return texts.map((text) =>
    sql
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(({ detail }) => String(detail))
      .join('\n'),
  )
}
