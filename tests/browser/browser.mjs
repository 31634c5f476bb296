/** The browser in which the page is checked. */

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { chromium, firefox } = require(process.env.PLAYWRIGHT ?? 'playwright-core');

/** Whether the page is checked in Firefox; else in Chromium. */
export const IN_FIREFOX = Boolean(process.env.FIREFOX);

/** How long the page may take for anything besides thinking, in milliseconds. */
export const PATIENCE = 5000;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The screens on which the page is looked at. */
export const SCREENS = {
  desk: { viewport: { width: 1280, height: 900 } },
  touch: { viewport: { width: 1180, height: 820 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

/** @returns {Promise<import('playwright-core').Browser>} */
export function launch() {
  return IN_FIREFOX ? launchFirefox() : chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/** Starts the Firefox of the system, which is driven by WebDriver BiDi. */
async function launchFirefox() {
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: process.env.FIREFOX });
  // Firefox has no command for the media features that a page is told, which the driver sends with every page.
  const impl = browser._connection.toImpl(browser);
  const session = Object.getPrototypeOf(impl._browserSession);
  const { send } = session;
  session.send = function sendKnown(method, parameters) {
    return method === 'emulation.setMediaFeaturesOverride' ? Promise.resolve({}) : send.call(this, method, parameters);
  };
  return browser;
}

/** The options of a profile that the browser has. */
export function profileOf(screen) {
  if (!IN_FIREFOX) return { reducedMotion: 'no-preference', ...screen };
  const { viewport } = screen;
  return { viewport };
}
