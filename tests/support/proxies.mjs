// nginx and Caddy of a test's own, by the files of examples/operating: nothing is otherwise in them but addresses, ports, the
// certificate and the folder of the page.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cert, key } from '../js/server/certificate.mjs';
import { freePort, startServerProcess } from './server-process.mjs';

const EXAMPLE = new URL('../../examples/operating/', import.meta.url);
export const PAGE = 'the page of nim';

/**
 * Starts one at a free port of loopback, with TLS. `ports` has the real port of each server by the one of the guide.
 *
 * @param {'nginx' | 'caddy'} program
 * @param {string} file of the example
 * @param {Record<string, number>} ports
 * @returns {Promise<{ port: number, url: string, httpPort: number, pid: number | undefined, folder: string, stop: () => Promise<void> }>}
 */
export async function startProxy(program, file, ports) {
  const folder = await mkdtemp(join(tmpdir(), 'rondel-proxy-'));
  const [certificate, privateKey, page, config] = ['cert.pem', 'key.pem', 'www', 'config'].map((name) => join(folder, name));
  await writeFile(certificate, cert);
  await writeFile(privateKey, key);
  await mkdir(page);
  await writeFile(join(page, 'index.html'), PAGE);
  const httpPort = await freePort();
  const shown = replaced(await readFile(new URL(file, EXAMPLE), 'utf8'), [
    ['/var/www/nim', page], ...Object.entries(ports).map(([port, real]) => [new RegExp(`\\b${port}\\b`, 'g'), String(real)]),
  ]);
  const { command, ready, args, text } = PROGRAMS[program];
  const running = await startServerProcess({
    command,
    argsFor: (port) => {
      writeFileSync(config, text(shown, { port, httpPort, certificate, privateKey, folder }));
      return args(folder, config);
    },
    ready,
    folder,
  });
  return {
    port: running.port,
    url: `https://127.0.0.1:${running.port}`,
    httpPort,
    pid: running.pid,
    folder,
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const PROGRAMS = {
  nginx: {
    // Debian has it where the PATH of users does not lead.
    command: existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx',
    ready: /start worker process \d+/,
    args: (folder, config) => ['-p', folder, '-c', config],
    text: (shown, { port, httpPort, certificate, privateKey }) => `
      daemon off; worker_processes 1; pid nginx.pid; error_log stderr notice;
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      events { worker_connections 4096; }
      http {
        access_log off;
        types { text/html html; }
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ')}
        ${replaced(shown, [
          ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`], ['listen 80', `listen 127.0.0.1:${httpPort}`], ['server_name nim.example', 'server_name 127.0.0.1'],
          ['/etc/letsencrypt/live/nim.example/fullchain.pem', certificate], ['/etc/letsencrypt/live/nim.example/privkey.pem', privateKey],
        ])}
      }`,
  },
  caddy: {
    command: 'caddy',
    ready: /serving initial configuration/,
    args: (_folder, config) => ['run', '--adapter', 'caddyfile', '--config', config],
    text: (shown, { port, certificate, privateKey }) => `{
      admin off
      auto_https disable_redirects
      default_sni 127.0.0.1
    }
    ${replaced(shown, [['nim.example {', `https://127.0.0.1:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${privateKey}`]])}`,
  },
};

/** The file of the guide with something in the place of each of these texts, which are there. */
function replaced(text, pairs) {
  return pairs.reduce((so, [shown, real]) => {
    const text = so.replaceAll(shown, real);
    assert.notEqual(text, so, `the file of the guide has ${shown}`);
    return text;
  }, text);
}
