import type { ComponentChildren } from 'preact'
import { VERSION } from '../../../../api/contract/version.ts'
import { markupOf } from '../../../pages/kit/page.tsx'

/** The files of `assets/`, which the pages use. */
export const ASSETS = ['style.css', 'inter.woff2', 'inter-licence.txt', 'favicon.svg', 'filter.js', 'chart.js']

const PLACES = [
  ['index.html', 'Sources'],
  ['status.html', 'Status']
] as const

interface FrameProps {
  title: string
  description: string
  /** The path of the page; all addresses are relative to it, so that the folder may be anywhere. */
  path: string
  script?: string
  children: ComponentChildren
}

/** The relative path from a page to the top of the edition, such as `../../`. */
export function topOf(path: string): string {
  return '../'.repeat(path.split('/').length - 1)
}

/** The text of a page of an edition, which needs no server. */
export function pageOf({ title, description, path, script, children }: FrameProps): string {
  const top = topOf(path)
  return markupOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="icon" href={`${top}assets/favicon.svg`} type="image/svg+xml" />
        <link rel="stylesheet" href={`${top}assets/style.css`} />
        {/* no module: browsers load none from a disk */}
        {script && <script defer src={`${top}assets/${script}`} />}
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <header class="top">
          <div class="wide">
            <a class="brand" href={`${top}index.html`}>
              <img src={`${top}assets/favicon.svg`} width="28" height="28" alt="" />
              Official rates
            </a>
            <nav class="files" aria-label="Main">
              <ul>
                {PLACES.map(([place, name]) => (
                  <li>
                    <a href={top + place} aria-current={place === path ? 'page' : undefined}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </header>
        <main id="content" class="wide" tabIndex={-1}>
          {children}
        </main>
        <footer class="bottom">
          <div class="wide">
            <ul>
              <li>Made with Ratebook {VERSION}</li>
            </ul>
            <p>
              Figures are shown as their publishers printed them. For information only: check with the source before you
              rely on a figure.
            </p>
          </div>
        </footer>
      </body>
    </html>
  )
}
