/**
 * A small keyed view: `h` describes an element, `render` makes a place in the page equal to the description.
 * Elements are kept from one rendering to the next, so focus, scroll and CSS transitions survive.
 */

const SVG = 'http://www.w3.org/2000/svg';

/** Describes an element. Props beginning with `on` are listeners; `key` tells siblings apart. */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, key: props?.key, children: flat(children) };
}

/** Makes `root`'s content equal to the described nodes. */
export function render(root, ...nodes) {
  patchChildren(root, flat(nodes), root.namespaceURI === SVG);
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child != null && child !== false && child !== true);
}

function patchChildren(parent, wanted, inSvg) {
  const keyed = new Map();
  const loose = [];
  for (const node of parent.childNodes) {
    if (node.viewKey === undefined) loose.push(node);
    else keyed.set(node.viewKey, node);
  }
  const nodes = wanted.map((child) => {
    const old = child.key === undefined ? take(loose, child) : keyed.get(child.key);
    return old && sameKind(old, child) ? patch(old, child, inSvg) : create(child, inSvg);
  });
  // Elements are removed first: then the others are in their places and are not moved (an element loses focus when moved).
  const kept = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  let place = parent.firstChild;
  for (const node of nodes) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}

function take(loose, child) {
  const at = loose.findIndex((node) => sameKind(node, child));
  return at < 0 ? undefined : loose.splice(at, 1)[0];
}

function sameKind(node, child) {
  return typeof child === 'object' ? node.viewTag === child.tag : node.nodeType === Node.TEXT_NODE;
}

function create(child, inSvg) {
  if (typeof child !== 'object') return document.createTextNode(String(child));
  const svg = inSvg || child.tag === 'svg';
  const node = svg ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  node.viewTag = child.tag;
  node.viewKey = child.key;
  node.viewProps = {};
  node.viewListeners = {};
  return patch(node, child, svg);
}

function patch(node, child, inSvg) {
  if (typeof child !== 'object') {
    if (node.data !== String(child)) node.data = String(child);
    return node;
  }
  const svg = inSvg || child.tag === 'svg';
  if (child.props.html === undefined) patchChildren(node, child.children, svg && child.tag !== 'foreignObject');
  const before = node.viewProps;
  for (const name in before) if (!(name in child.props)) setProp(node, name, undefined, before[name]);
  for (const name in child.props) setProp(node, name, child.props[name], before[name]);
  node.viewProps = child.props;
  return node;
}

function setProp(node, name, value, before) {
  if (name === 'key') return;
  if (name.startsWith('on')) {
    listen(node, name.slice(2).toLowerCase(), value);
  } else if (name === 'style') {
    for (const rule in before) if (!(rule in (value ?? {}))) node.style.removeProperty(rule);
    for (const rule in value) node.style.setProperty(rule, value[rule]);
  } else if (name === 'value' || name === 'checked') {
    if (node[name] !== value) node[name] = value;
  } else if (name === 'html') {
    if (value !== before) node.innerHTML = value;
  } else if (value === undefined || value === null || value === false) {
    node.removeAttribute(name);
  } else if (value !== before) {
    node.setAttribute(name, value === true ? '' : value);
  }
}

// One fixed listener that calls the current handler: handlers change with every rendering, listeners do not.
function listen(node, type, handler) {
  if (!(type in node.viewListeners)) node.addEventListener(type, (event) => node.viewListeners[type]?.(event));
  node.viewListeners[type] = handler;
}
