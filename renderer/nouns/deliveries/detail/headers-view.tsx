import { CopyButton } from '#ui/controls/copy-button.tsx'
import { PagedList } from '#ui/text/paged-list.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { headers as copy } from '../copy.ts'
import css from './delivery-detail.module.css'

/** Shows headers in their original order and case. The three delivery headers (specification, section 4) are highlighted. */
export function HeadersView({
  headers,
  order = copy.order,
}: {
  readonly headers: readonly (readonly [string, string])[]
  readonly order?: string
}) {
  return (
    <div className={css.view}>
      <div className={css.bar}>
        <span className={textCss.note}>{order}</span>
        <CopyButton text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} label={copy.copy}>
          {copy.copyShort}
        </CopyButton>
      </div>
      <PagedList items={headers} name={copy.parts}>
        {(shown, first) => (
          <table className={css.headers} aria-label={copy.table}>
            <tbody>
              {shown.map(([name, value], index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: headers may come twice, and never move
                <tr key={first + index} data-signed={/^webhook-(id|timestamp|signature)$/i.test(name)}>
                  <th scope="row">
                    <VisibleText text={name} />
                  </th>
                  <td>
                    <VisibleText text={value} />
                  </td>
                  <td className={css.copyCell}>
                    <CopyButton text={value} label={copy.copyOne(visibleText(name.slice(0, 80)))} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
    </div>
  )
}
