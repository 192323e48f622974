import { Component } from 'react';
import { follow } from '../client/follow.js';

/**
 * A component that shows a client, or a store of the same shape, which runs while the component is mounted.
 *
 * @template Props
 * @extends {Component<Props>}
 */
export class Following extends Component {
  /**
   * @param {Props} props
   * @param {any} followed
   */
  constructor(props, followed) {
    super(props);
    const { read, subscribe } = follow(followed);
    this.release = () => {};
    this.read = read;
    this.subscribe = subscribe;
  }

  componentDidMount() {
    const rendered = this.read();
    this.release = this.subscribe(() => this.forceUpdate());
    // It has begun to run, and may show another state at once.
    if (this.read() !== rendered) this.forceUpdate();
  }

  componentWillUnmount() {
    this.release();
  }
}
